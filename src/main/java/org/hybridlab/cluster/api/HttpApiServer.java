package org.hybridlab.cluster.api;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

import org.hybridlab.cluster.kubeconfig.ClientTls;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.NoAnswer;
import org.hybridlab.common.http.WholeAnswer;
import org.hybridlab.common.process.Cancellation;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The API server by HTTP, with the client certificate of the lab's kubeconfig. A kubectl process costs a hundred times
 * the processor time of a request, and {@code up} asks often (figures in docs/reference/checks.md).
 */
public final class HttpApiServer implements ApiServer {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** Under QEMU without hardware virtualisation, a list takes seconds. */
    private static final Duration ANSWER = Duration.ofSeconds(60);
    /** Limit on an old connection, if the request may be sent again on a new one. */
    private static final Duration FIRST = Duration.ofSeconds(15);
    /** The longest lists are a few hundred kB. */
    private static final long LONGEST = 64L << 20;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    /** How long to repeat a request that cannot be answered now. */
    private static final Duration AGAIN = Duration.ofSeconds(8);
    private static final int INVALID = 422;
    private static final int INTERNAL_ERROR = 500;
    /** A kubelet with logs sends them at once. One that is cut off sends nothing. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    private static final String APPLYING = "fieldManager=" + AppliedManifests.MANAGER + "&force=true";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** The API server ends with 500 where a field has another type, and repeats that. */
    private static final Pattern UNFIT = Pattern.compile("failed to (create typed patch|convert new) object");

    private final URI server;
    private final SSLContext tls;
    private final Optional<String> token;
    private volatile HttpClient client;
    private final RequestRetries retries;
    private final Duration answer;
    private final Duration first;
    private final Supplier<Optional<String>> off;

    public HttpApiServer(KubeConfig config) {
        this(config, ANSWER, FIRST);
    }

    /** @param answer limit of one answer */
    HttpApiServer(KubeConfig config, Duration answer) {
        this(config, answer, FIRST);
    }

    /** @param first limit of one answer on a connection that may be dead */
    HttpApiServer(KubeConfig config, Duration answer, Duration first) {
        this(config, answer, first, Optional::empty);
    }

    /** @param off why nothing can answer, if known; asked before each request until the first answer */
    public HttpApiServer(KubeConfig config, Supplier<Optional<String>> off) {
        this(config, ANSWER, FIRST, off);
    }

    private HttpApiServer(KubeConfig config, Duration answer, Duration first, Supplier<Optional<String>> off) {
        this(config.server(), ClientTls.context(config), Optional.empty(), answer, first, off);
    }

    /** Shows a token in place of a certificate. */
    public HttpApiServer(URI server, SSLContext tls, String token) {
        this(server, tls, Optional.of(token), ANSWER, FIRST, Optional::empty);
    }

    private HttpApiServer(URI server, SSLContext tls, Optional<String> token, Duration answer, Duration first,
                          Supplier<Optional<String>> off) {
        this.server = server;
        this.tls = tls;
        this.token = token;
        this.answer = answer;
        this.first = first;
        this.off = off;
        retries = new RequestRetries(answer.compareTo(AGAIN) < 0 ? answer : AGAIN);
        client = newClient();
    }

    /** A lab's addresses are local, so the host's proxy is not used. */
    private HttpClient newClient() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT)
                .proxy(HttpClient.Builder.NO_PROXY).sslContext(tls).build();
    }

    @Override
    public JsonNode get(String path) {
        return accepted("get", path, sendAnew(request(path).GET().build()));
    }

    @Override
    public Optional<JsonNode> find(String path) {
        HttpResponse<String> response = sendAnew(request(path).GET().build());
        return response.statusCode() == NOT_FOUND ? Optional.empty() : Optional.of(accepted("get", path, response));
    }

    @Override
    public JsonNode create(String path, String json) {
        return accepted("create", path, send(request(path).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)).build()));
    }

    @Override
    public Optional<JsonNode> create(String collection, String manager, String yaml) {
        HttpResponse<String> response = sendAgain(request(collection + "?fieldManager=" + manager)
                .header("Content-Type", "application/yaml").POST(BodyPublishers.ofString(yaml)).build());
        return parse(response.body()).path("reason").asString("").equals("AlreadyExists") ? Optional.empty()
                : Optional.of(unlessInvalid("create", collection, response));
    }

    @Override
    public JsonNode merge(String path, String json) {
        HttpRequest request = patch(path, "application/merge-patch+json", json);
        // A patch with a resourceVersion fails the second time.
        return accepted("patch", path, json.contains("resourceVersion") ? sendAgain(request) : sendAnew(request));
    }

    @Override
    public JsonNode replace(String path, String json) {
        return unlessInvalid("replace", path, sendAgain(request(path).header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(json)).build()));
    }

    @Override
    public JsonNode apply(String path, String yaml) {
        return applied(path, APPLYING, yaml);
    }

    @Override
    public JsonNode dryRun(String path, String yaml) {
        return applied(path, "dryRun=All&" + APPLYING, yaml);
    }

    private JsonNode applied(String path, String query, String yaml) {
        return unlessInvalid("apply", path, sendApply(path, query, yaml));
    }

    private HttpResponse<String> sendApply(String path, String query, String yaml) {
        return sendAnew(patch(path + "?" + query, "application/apply-patch+yaml", yaml));
    }

    @Override
    public JsonNode judge(String path, String yaml, boolean stored) {
        HttpResponse<String> response = sendApply(path, (stored ? "" : "dryRun=All&") + APPLYING, yaml);
        boolean isRefusal = response.statusCode() / 100 == 4
                && !RequestRetries.TRANSIENT.contains(response.statusCode()) || isUnfit(response);
        return isRefusal ? parse(response.body()) : accepted("apply", path, response);
    }

    static boolean isUnfit(HttpResponse<String> response) {
        return response.statusCode() == INTERNAL_ERROR && UNFIT.matcher(response.body()).find();
    }

    private static JsonNode unlessInvalid(String verb, String path, HttpResponse<String> response) {
        if (response.statusCode() == INVALID || isUnfit(response)) {
            throw refusedObject(verb, path, response);
        }
        return accepted(verb, path, response);
    }

    private static LabException refusedObject(String verb, String path, HttpResponse<String> response) {
        return LabException.labFailed("object-refused", "The API server would not %s %s.".formatted(verb, path),
                "Correct its manifest. If a field is immutable, delete the object and run `up` again.")
                .because(parse(response.body()).path("message").asString(response.body()));
    }

    @Override
    public void delete(String path) {
        HttpResponse<String> response = sendAnew(request(path).DELETE().build());
        if (response.statusCode() != NOT_FOUND) {
            accepted("delete", path, response);
        }
    }

    @Override
    public boolean isReady() {
        return isOk("/readyz");
    }

    /** A forbidden user may only have to wait until the API server has restored a role. */
    @Override
    public boolean servesAgain() {
        return isOk("/readyz?exclude=poststarthook/rbac/bootstrap-roles"
                + "&exclude=poststarthook/scheduling/bootstrap-system-priority-classes")
                && (isOk("/api/v1/namespaces/kube-system") || isReady());
    }

    private boolean isOk(String path) {
        try {
            return send(request(path).GET().build(), answer.compareTo(READY) < 0 ? answer : READY)
                    .statusCode() == 200;
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return false;
        }
    }

    @Override
    public Instant now() {
        HttpResponse<String> response = sendAnew(request("/version").GET().build());
        return response.headers().firstValue("Date").map(HttpApiServer::moment).orElseGet(Instant::now);
    }

    private static Instant moment(String date) {
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
        } catch (DateTimeException e) {
            return Instant.now();
        }
    }

    @Override
    public List<String> lastWords(String namespace, String pod, String container) {
        return LabException.known(() -> send(request("/api/v1/namespaces/%s/pods/%s/log?tailLines=5&container=%s"
                .formatted(namespace, pod, container)).GET().build(), LAST_WORDS))
                .filter(response -> response.statusCode() == 200).stream()
                .flatMap(response -> response.body().lines()).toList();
    }

    @Override
    public Optional<JsonNode> throughPod(String namespace, String pod, int port, String path, Duration within) {
        try {
            HttpResponse<String> response = send(request("/api/v1/namespaces/%s/pods/%s:%d/proxy%s".formatted(namespace,
                    pod, port, path)).GET().build(), within);
            return Optional.of(parse(response.body())).filter(page -> response.statusCode() == 200 && page.isObject());
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    @Override
    public ExecResult exec(String namespace, String pod, Optional<String> container, Duration within,
                           List<String> command) {
        return new PodExec(client, server).run(namespace, pod, container, within, command);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path)).header("Accept", "application/json");
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private HttpRequest patch(String path, String type, String body) {
        return request(path).header("Content-Type", type).method("PATCH", BodyPublishers.ofString(body)).build();
    }

    /** Not for POST: a second one would create a second object, or fail. */
    private HttpResponse<String> sendAgain(HttpRequest request) {
        return retries.send(() -> send(request));
    }

    /**
     * For requests that may be repeated even if the first one took effect. A control plane that loses its address gives
     * no answer, while another one has the address already: only a new connection reaches it.
     */
    private HttpResponse<String> sendAnew(HttpRequest request) {
        return retries.send(() -> onTwoConnections(request));
    }

    private HttpResponse<String> onTwoConnections(HttpRequest request) {
        if (!retries.hasAnswered() || first.compareTo(answer) >= 0) {
            return send(request);
        }
        HttpClient before = client;
        try {
            return send(request, first);
        } catch (LabException e) {
            if (!(e.getCause() instanceof HttpTimeoutException)
                    || e.getCause() instanceof HttpConnectTimeoutException) {
                throw e;
            }
        }
        forget(before);
        return sendAgain(request);
    }

    private synchronized void forget(HttpClient silent) {
        if (client == silent) {
            client = newClient();
        }
    }

    private HttpResponse<String> send(HttpRequest request) {
        return send(request, answer);
    }

    private HttpResponse<String> send(HttpRequest request, Duration within) {
        mayAnswer();
        try {
            return new WholeAnswer(within, LONGEST).to(request, client);
        } catch (IOException e) {
            Cancellation.ofThisThread().throwIfRequested();
            throw unreachable(server, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while the API server was asked.");
        }
    }

    /** A connection to a machine that is off hangs for seconds. */
    private void mayAnswer() {
        if (!retries.hasAnswered()) {
            off.get().ifPresent(why -> {
                throw unreachable(server).because(why);
            });
        }
    }

    private static JsonNode accepted(String verb, String path, HttpResponse<String> response) {
        JsonNode answer = parse(response.body());
        if (response.statusCode() / 100 == 2 && !answer.isMissingNode()) {
            return answer;
        }
        String why = answer.path("message").asString(response.body());
        String what = "%s %s (%d)".formatted(verb, path, response.statusCode());
        throw (why.contains("failed calling webhook") ? webhookFailed(what) : refused(response.statusCode(), what))
                .because(why + budget(answer));
    }

    /** Names the disruption budget that blocks an eviction, and its pods. */
    private static String budget(JsonNode answer) {
        return answer.path("details").path("causes").valueStream()
                .filter(cause -> cause.path("reason").asString("").equals("DisruptionBudget"))
                .map(cause -> " " + cause.path("message").asString("")).findFirst().orElse("");
    }

    /** The API server is well. A user's webhook fails, or is just starting. */
    private static LabException webhookFailed(String what) {
        return LabException.labFailed("webhook-failed", "The API server refused to %s.".formatted(what),
                "Its reason names a webhook that does not answer. If its pods are just starting, run the same command "
                        + "again. If not, `hybridlab diagnose LAB` names the webhook's configuration.");
    }

    private static LabException refused(int status, String what) {
        if (status == CONFLICT) {
            return LabException.labFailed("api-conflict", "The API server refused to %s.".formatted(what),
                    "Someone else changed the same object meanwhile. Run the same command again.");
        }
        return RequestRetries.TRANSIENT.contains(status)
                ? LabException.labFailed("api-busy", "The API server could not %s now.".formatted(what),
                        "Run the same command again; `hybridlab logs LAB MACHINE` shows what the control plane wrote.")
                : LabException.labFailed("api-refused", "The API server refused to %s.".formatted(what),
                        "Its reason says what is missing. `hybridlab logs LAB MACHINE` shows what the control plane "
                                + "wrote.");
    }

    private static JsonNode parse(String body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            return JSON.missingNode();
        }
    }

    static LabException unreachable(URI server, Exception e) {
        return unreachable(server).because(NoAnswer.why(e)).causedBy(e);
    }

    private static LabException unreachable(URI server) {
        return LabException.labFailed("api-unreachable", "The API server at %s does not answer.".formatted(server),
                "Run `hybridlab status LAB`: is the control plane's machine running?");
    }
}
