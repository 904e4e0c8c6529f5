package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.hybridlab.fake.Failure.failure;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.UnhelpfulServer;
import org.hybridlab.common.http.UnhelpfulServer.Behaviour;
import org.hybridlab.common.process.Cancellation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Against a small HTTPS server that, as an API server, lets nobody in without a client certificate. */
class HttpApiServerTest {
    @TempDir
    private static Path folder;
    private static final String LOST = "/api/v1/lost";
    private static final String BUSY = "/api/v1/busy";
    private static final String BUT_FOR_ROLES = "exclude=poststarthook/rbac/bootstrap-roles"
            + "&exclude=poststarthook/scheduling/bootstrap-system-priority-classes";
    private static final List<String> REQUESTS = new CopyOnWriteArrayList<>();
    private static volatile Busy busy;
    private static volatile boolean letsIn = true;
    private static HttpsServer server;
    private static ThrowAwayIdentity identity;
    private static final Duration LIMIT = Duration.ofMillis(300);
    /** How soon everything ends after it. */
    private static final Duration CTRL_C = Duration.ofSeconds(8);
    private static final Duration LATE = Duration.ofSeconds(15);
    private static final Duration HOUR = Duration.ofHours(1);

    @BeforeAll
    static void start() throws Exception {
        identity = ThrowAwayIdentity.in(folder);
        server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setHttpsConfigurator(new NeedsClientCertificate(identity.serverContext()));
        server.createContext("/api/v1/nodes", exchange -> answer(exchange, 200, "{\"items\":[]}"));
        server.createContext("/api/v1/namespaces/none", exchange -> answer(exchange, 404, "{\"message\":\"gone\"}"));
        server.createContext("/api/v1/forbidden",
                exchange -> answer(exchange, 403, "{\"message\":\"user cannot list secrets\"}"));
        server.createContext(BUSY, exchange -> {
            if (!busy.retryAfter().isEmpty()) {
                exchange.getResponseHeaders().add("Retry-After", busy.retryAfter());
            }
            answer(exchange, REQUESTS.size() < busy.times() ? busy.status() : 200, "{}");
        });
        server.createContext("/api/v1/webhook", exchange -> answer(exchange, 500, "{\"message\":\"Internal error "
                + "occurred: failed calling webhook \\\"my.example.org\\\": no endpoints available\"}"));
        server.createContext("/api/v1/invalid",
                exchange -> answer(exchange, 422, "{\"message\":\"field is immutable\"}"));
        server.createContext("/api/v1/unfit", exchange -> answer(exchange, 500,
                "{\"kind\":\"Status\",\"message\":\"failed to create typed patch object: expected boolean\"}"));
        server.createContext(LOST, exchange -> {
            if (REQUESTS.contains("lost")) {
                answer(exchange, 200, "{}");
            } else {
                REQUESTS.add("lost");
            }
        });
        server.createContext("/api/v1/namespaces/a/pods/one:8080/proxy/", exchange -> {
            String path = exchange.getRequestURI().toString().replaceFirst(".*/proxy", "");
            switch (path) {
                case "/page?word=1" -> answer(exchange, 200, "{\"said\":\"it\"}");
                case "/text" -> answer(exchange, 200, "no JSON");
                case "/silent" -> {
                }
                default -> answer(exchange, 503, "{\"message\":\"no route to host\"}");
            }
        });
        server.createContext("/api/v1/namespaces/kube-system", exchange -> answer(exchange, letsIn ? 200 : 403, "{}"));
        server.createContext("/readyz", exchange -> answer(exchange, BUT_FOR_ROLES.equals(exchange.getRequestURI()
                .getQuery()) ? 200 : 500, "[-]poststarthook/rbac/bootstrap-roles failed"));
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @Test
    void pageOfAPod_isRead() throws Exception {
        HttpApiServer api = api("127.0.0.1");
        assertThat(throughPod(api, "/page?word=1").orElseThrow().path("said").asString()).isEqualTo("it");
        for (String none : List.of("/text", "/unreached", "/silent")) {
            assertThat(throughPod(api, none)).as(none).isEmpty();
        }
    }

    private static Optional<JsonNode> throughPod(HttpApiServer api, String path) {
        return api.throughPod("a", "one", 8080, path, Duration.ofSeconds(1));
    }

    @Test
    void showsTheClientCertificateOfTheKubeconfig() throws Exception {
        assertThat(api("127.0.0.1").get("/api/v1/nodes").path("items").isArray()).isTrue();
    }

    @Test
    void server_withCertificateForAnotherAddress_isRefused() throws Exception {
        LabException failure = failure(() -> api("localhost").get("/api/v1/nodes"));
        assertThat(failure.id()).isEqualTo("api-unreachable");
        assertThat(failure.why().orElseThrow()).contains("localhost");
    }

    @Test
    void absentObject_isEmpty_notAFailure() throws Exception {
        assertThat(api("127.0.0.1").find("/api/v1/namespaces/none")).isEmpty();
        api("127.0.0.1").delete("/api/v1/namespaces/none");
    }

    @Test
    void repeatsTheServersOwnWordsWhenItRefuses() throws Exception {
        LabException failure = failure(() -> api("127.0.0.1").find("/api/v1/forbidden"));
        assertThat(failure.id()).isEqualTo("api-refused");
        assertThat(failure.what()).contains("get /api/v1/forbidden (403)");
        assertThat(failure.why()).contains("user cannot list secrets");
    }

    /** A machine that is destroyed takes the answer with it, and says nothing. */
    @Test
    void question_lostWithItsServer_isAskedAgain() throws Exception {
        REQUESTS.clear();
        HttpApiServer api = new HttpApiServer(KubeConfig.parse(identity.kubeconfig("https://127.0.0.1:"
                + server.getAddress().getPort())), Duration.ofSeconds(40), Duration.ofMillis(400));
        api.get("/api/v1/nodes");
        assertThat(api.get(LOST)).isEmpty();
        assertThat(REQUESTS).last().asString().startsWith("GET " + LOST);
    }

    @Test
    void apply_onServersSide_takesFieldsOver() throws Exception {
        REQUESTS.clear();
        api("127.0.0.1").apply("/api/v1/nodes", "kind: Node\n");
        assertThat(REQUESTS).containsExactly(
                "PATCH /api/v1/nodes?fieldManager=hybridlab&force=true application/apply-patch+yaml kind: Node\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504})
    void question_unansweredJustNow_isAskedAgain(int status) throws Exception {
        HttpApiServer there = api("127.0.0.1");
        for (Consumer<HttpApiServer> idempotent : List.<Consumer<HttpApiServer>>of(api -> api.get(BUSY),
                api -> api.find(BUSY), api -> api.apply(BUSY, "kind: It"), api -> api.merge(BUSY, "{}"),
                api -> api.delete(BUSY))) {
            busy(status, 2, "0");
            idempotent.accept(there);
            assertThat(REQUESTS).hasSize(3);
        }
    }

    @Test
    void retryAfter_isFollowed_withinTheLimit() throws Exception {
        busy(429, 1, "1");
        long started = System.nanoTime();
        api("127.0.0.1").get(BUSY);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThan(Duration.ofMillis(950));

        busy(503, 1, "3600");
        LabException failure = failure(() -> api("127.0.0.1").get(BUSY));
        assertThat(failure.id()).isEqualTo("api-busy");
        assertThat(REQUESTS).hasSize(1);
    }

    /** The first one may have made what the second one would make again. */
    @Test
    void createsNothingTwice() throws Exception {
        busy(500, 1, "");
        LabException failure = failure(() -> api("127.0.0.1").create(BUSY, "{}"));
        assertThat(failure.id()).isEqualTo("api-busy");
        assertThat(REQUESTS).hasSize(1);
    }

    /** The API server is well; what a user put before it is not. */
    @Test
    void failedWebhook_isNoBusyServer() {
        LabException failure = failure(() -> api("127.0.0.1").create("/api/v1/webhook", "{}"));

        assertThat(failure.id()).isEqualTo("webhook-failed");
        assertThat(failure.advice()).contains("hybridlab diagnose LAB");
    }

    /** The API server answers with 500, and would again. */
    @Test
    void valueOfAnotherType_isRefusedAtOnce() throws Exception {
        REQUESTS.clear();
        assertThat(failure(() -> api("127.0.0.1").apply("/api/v1/unfit", "")).id())
                .isEqualTo("object-refused");
        assertThat(api("127.0.0.1").judge("/api/v1/unfit", "", true).path("kind").asString()).isEqualTo("Status");
        assertThat(REQUESTS).hasSize(2);
    }

    @Test
    void verdictOnObject_isRefusalOrTheObject() throws Exception {
        assertThat(api("127.0.0.1").judge("/api/v1/invalid", "", false).path("message").asString())
                .isEqualTo("field is immutable");
        assertThat(api("127.0.0.1").judge("/api/v1/nodes", "", false).has("items")).isTrue();
        assertThat(REQUESTS).last().asString().contains("PATCH", "dryRun=All");
        busy(503, Integer.MAX_VALUE, "");
        assertThat(failure(() -> new HttpApiServer(KubeConfig.parse(
                identity.kubeconfig("https://127.0.0.1:" + server.getAddress().getPort())), LIMIT).judge(BUSY, "",
                false)).id()).isEqualTo("api-busy");
    }

    @Test
    void asksOnceWhatIsRefusedForGood() throws Exception {
        busy(409, 1, "");
        assertThat(failure(() -> api("127.0.0.1").merge(BUSY, "{}")).id())
                .isEqualTo("api-conflict");
        busy(422, 1, "");
        assertThat(failure(() -> api("127.0.0.1").apply(BUSY, "")).id())
                .isEqualTo("object-refused");
        assertThat(REQUESTS).hasSize(1);
    }

    @Test
    void unreachableServer_isToldWithoutClassNames() {
        assertThat(HttpApiServer.unreachable(URI.create("https://127.0.0.1:1"), new ConnectException()).why())
                .contains("connection refused");
    }

    @Test
    void request_toRestartingServer_waits() {
        RequestRetries retries = new RequestRetries(Duration.ofMillis(400));
        AtomicInteger asked = new AtomicInteger();
        Supplier<HttpResponse<String>> nobody = () -> {
            asked.incrementAndGet();
            throw HttpApiServer.unreachable(URI.create("https://127.0.0.1:1"), new ConnectException());
        };

        assertThat(failure(() -> retries.send(nobody))).isNotNull();
        assertThat(asked).hasValue(1);

        assertThat(catchThrowableOfType(NullPointerException.class, () -> retries.send(() -> null))).isNotNull();
        assertThat(failure(() -> retries.send(nobody)).id())
                .isEqualTo("api-unreachable");
        assertThat(asked).hasValueGreaterThan(2);
    }

    /** @param times how many times it answers with the status before it answers well */
    private static void busy(int status, int times, String retryAfter) {
        REQUESTS.clear();
        busy = new Busy(status, times, retryAfter);
    }

    private record Busy(int status, int times, String retryAfter) {
    }

    @Test
    void dryRun_asksServerToStoreNothing() throws Exception {
        REQUESTS.clear();
        api("127.0.0.1").dryRun("/api/v1/nodes", "kind: Node\n");
        assertThat(REQUESTS).containsExactly("PATCH /api/v1/nodes?dryRun=All&fieldManager=hybridlab&force=true "
                + "application/apply-patch+yaml kind: Node\n");
    }

    @Test
    void refusedManifest_differsFromSilentServer() throws Exception {
        LabException invalid = failure(() -> api("127.0.0.1").dryRun("/api/v1/invalid", "kind: Service\n"));
        assertThat(invalid.id()).isEqualTo("object-refused");
        assertThat(invalid.why()).contains("field is immutable");
        LabException forbidden = failure(() -> api("127.0.0.1").dryRun("/api/v1/forbidden", "kind: Service\n"));
        assertThat(forbidden.id()).isEqualTo("api-refused");
    }

    @Test
    void appliedManifest_whenInvalid_isRefused() throws Exception {
        LabException invalid = failure(() -> api("127.0.0.1").apply("/api/v1/invalid", "kind: Service\n"));
        assertThat(invalid.id()).isEqualTo("object-refused");
        assertThat(invalid.what()).isEqualTo("The API server would not apply /api/v1/invalid.");
        assertThat(invalid.why()).contains("field is immutable");
        LabException forbidden = failure(() -> api("127.0.0.1").apply("/api/v1/forbidden", "kind: Service\n"));
        assertThat(forbidden.id()).isEqualTo("api-refused");
    }

    @Test
    void server_whileReadyzFailsOrHangs_isUnready() throws Exception {
        assertThat(api("127.0.0.1").isReady()).isFalse();
        Path nobody = Files.writeString(folder.resolve("nobody.conf"), identity.kubeconfig("https://127.0.0.1:1"));
        assertThat(new HttpApiServer(KubeConfig.read(nobody)).isReady()).isFalse();
        assertThat(new HttpApiServer(KubeConfig.read(nobody)).servesAgain()).isFalse();
    }

    /** That takes a second; the role of who asks may be among them. */
    @Test
    void serverRestoringRoles_servesWhomItLetsIn() throws Exception {
        assertThat(api("127.0.0.1").servesAgain()).isTrue();
        letsIn = false;
        assertThat(api("127.0.0.1").servesAgain()).isFalse();
    }

    @Test
    void server_knownToBeOff_isNotAsked() throws Exception {
        api("127.0.0.1");
        KubeConfig config = KubeConfig.read(folder.resolve("127.0.0.1.conf"));
        AtomicReference<Optional<String>> off = new AtomicReference<>(Optional.of("control is exited"));
        HttpApiServer api = new HttpApiServer(config, off::get);
        REQUESTS.clear();

        LabException failure = failure(() -> api.get("/api/v1/nodes"));

        assertThat(failure.id()).isEqualTo("api-unreachable");
        assertThat(failure.why()).contains("control is exited");
        assertThat(REQUESTS).isEmpty();
        off.set(Optional.empty());
        assertThat(api.get("/api/v1/nodes").path("items").isArray()).isTrue();
        off.set(Optional.of("an old word"));
        assertThat(api.get("/api/v1/nodes").path("items").isArray()).as("a server that has answered runs").isTrue();
    }

    @Test
    void namesAKubeconfigThatCannotBeUsed() throws Exception {
        Path file = Files.writeString(folder.resolve("broken.conf"), "clusters: []\n");
        LabException failure = failure(() -> KubeConfig.read(file));
        assertThat(failure.id()).isEqualTo("kubeconfig-unreadable");
        assertThat(failure.what()).contains(file.toString());
    }

    private static HttpApiServer api(String host) throws Exception {
        Path file = Files.writeString(folder.resolve(host + ".conf"),
                identity.kubeconfig("https://" + host + ":" + server.getAddress().getPort()));
        return new HttpApiServer(KubeConfig.read(file));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        REQUESTS.add(String.join(" ", exchange.getRequestMethod(), exchange.getRequestURI().toString(),
                exchange.getRequestHeaders().getFirst("Content-Type"),
                new String(exchange.getRequestBody().readAllBytes())));
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes());
        exchange.close();
    }

    private static final class NeedsClientCertificate extends HttpsConfigurator {
        NeedsClientCertificate(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setNeedClientAuth(true);
            parameters.setSSLParameters(ssl);
        }
    }

    /** A way to ask. */
    private enum Request {
        GET(api -> api.get("/api/v1/nodes")),
        FIND(api -> api.find("/api/v1/nodes/a")),
        APPLY(api -> api.apply("/api/v1/nodes/a", "kind: Node")),
        DELETE(api -> api.delete("/api/v1/nodes/a")),
        EXEC(api -> api.exec("default", "a", LIMIT, List.of("true")));

        private final Consumer<ApiServer> ask;

        Request(Consumer<ApiServer> ask) {
            this.ask = ask;
        }
    }

    static Stream<Arguments> everyRequestAndBehaviour() {
        return Stream.of(Request.values()).flatMap(request -> Stream.of(Behaviour.values())
                .map(behaviour -> Arguments.of(request, behaviour)));
    }

    @ParameterizedTest
    @MethodSource("everyRequestAndBehaviour")
    void endsWithinItsLimit(Request request, Behaviour behaviour) throws Exception {
        try (UnhelpfulServer server = server(behaviour)) {
            LabException failure = assertTimeoutPreemptively(LATE, () -> failure(() ->
                    request.ask.accept(api(server, LIMIT))));
            assertThat(failure).isNotNull();
            assertThat(failure.id()).isIn("api-unreachable", "exec-failed");
        }
    }

    @ParameterizedTest
    @EnumSource(Behaviour.class)
    void isNotReadyIfItDoesNotEnd(Behaviour behaviour) throws Exception {
        try (UnhelpfulServer server = server(behaviour)) {
            assertThat(assertTimeoutPreemptively(LATE, () -> api(server, LIMIT).isReady())).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(value = Behaviour.class, names = {"SAYS_NOTHING", "DRIPS_HEADERS", "HEADERS_ONLY", "DRIPS"})
    void endsSoonAfterTheRunIsCancelled(Behaviour behaviour) throws Exception {
        for (Request request : List.of(Request.GET, Request.APPLY)) {
            assertInterrupted(behaviour, request.ask);
        }
        assertInterrupted(behaviour, api -> api.exec("default", "a", HOUR, List.of("true")));
    }

    private static void assertInterrupted(Behaviour behaviour, Consumer<ApiServer> ask) throws Exception {
        Cancellation cancellation = new Cancellation();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(cancellation::request);
        try (UnhelpfulServer server = server(behaviour)) {
            HttpApiServer api = api(server, HOUR);
            LabException failure = assertTimeoutPreemptively(CTRL_C, () -> failure(() -> cancellation.during(() -> {
                        ask.accept(api);
                        return null;
                    })));
            assertThat(failure).isNotNull();
            assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
    }

    @Test
    void request_afterCancellation_hasTimeToCleanUp() throws Exception {
        Cancellation cancellation = new Cancellation();
        cancellation.request();
        try (UnhelpfulServer server = server(Behaviour.HEADERS_ONLY)) {
            HttpApiServer api = api(server, HOUR);
            assertTimeoutPreemptively(LATE, () -> failure(() ->
                    cancellation.during(() -> api.find("/api/v1/nodes/a"))));
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    private static UnhelpfulServer server(Behaviour behaviour) throws Exception {
        return new UnhelpfulServer(behaviour, identity.serverContext().getServerSocketFactory());
    }

    private static HttpApiServer api(UnhelpfulServer server, Duration limit) throws Exception {
        return new HttpApiServer(KubeConfig.parse(identity.kubeconfig("https://127.0.0.1:" + server.port())), limit);
    }
}
