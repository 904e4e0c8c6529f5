package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/**
 * Whether a wait for a pod can succeed, judged by what the cluster recorded. Pure: asks nobody.
 *
 * @param words for people: what it waits for, or why waiting is useless
 * @param at if hopeless, when the first sufficient record was made; if moving, when it continues, if known
 */
public record Outlook(State state, String words, Optional<Instant> at) {
    public enum State { MET, MOVING, HOPELESS }

    /** Found in waiting containers, events, logs and API answers. Waiting does not help. */
    private static final Pattern NEVER = Pattern.compile("InvalidImageName|ErrImageNeverPull|exec format error"
            + "|executable file not found|exec: .*no such file or directory|exited with 12[67]\\b"
            + "|NodePath only supports ReadWriteOnce"
            + "|admission webhook .* denied the request|failed to create snapshot: missing parent"
            + "|unknown service runtime\\.v1\\.|Corefile:\\d+ - Error during parsing|plugin/loop: Loop .* detected");
    /** A webhook that does not answer, and its Service. */
    private static final Pattern NO_WEBHOOK = Pattern.compile("failed calling webhook.*?"
            + "(?:https://([^./]+)\\.([^./]+)\\.svc|$)", Pattern.DOTALL);
    private static final String NO_CLASS = "no storage class is set";
    private static final Pattern PULL = Pattern.compile("ErrImagePull|ImagePullBackOff|Failed to pull image");
    /** Answers of the registry itself. Connection failures get a second try. */
    private static final Pattern REFUSED_PULL = Pattern.compile("not found|manifest unknown|no match for platform"
            + "|no matching manifest|repository does not exist|[Uu]nauthorized|authorization failed|access denied"
            + "|insufficient_scope|40[13] ");
    private static final Pattern WAY_TO_REGISTRY = Pattern.compile("dial tcp|no such host|lookup |x509|tls:|timeout"
            + "|429|EOF|reset by peer");
    /** Kind and name of an object that a pod refers to. */
    private static final Pattern REFERENCE = Pattern.compile("(?:^|[^a-z])(configmap|secret|serviceaccount|"
            + "persistentvolumeclaim|storageclass\\.storage\\.k8s\\.io|RuntimeClass|PriorityClass with name) \"?"
            + "([^\" ]+)\"? (?:not found|was found)|couldn't find key (\\S+) in (ConfigMap|Secret) \\S+"
            + "|references non-existent (config|secret) key: (\\S+)");
    /** Created by the controller manager in each namespace. */
    private static final List<String> MADE = List.of("default", "kube-root-ca.crt");
    /** The controller manager and the scheduler end if the API server does not answer for this long. */
    private static final Duration LEASE = Duration.ofSeconds(10);
    /** The first restart comes at once, the second after 10 s: a longer pause follows the third exit. */
    private static final Pattern THIRD_EXIT = Pattern.compile("CrashLoopBackOff: back-off (?!10s)");
    private static final Pattern NODES = Pattern.compile("0/\\d+ nodes are available: (.*?)\\. ?(?:preemption.*|no new "
            + "claims.*)?$", Pattern.DOTALL);
    /** The scheduler's words if the pod asks for more than any node has. */
    private static final Pattern TOO_MUCH = Pattern.compile("preemption: 0/(\\d+) nodes are available: \\1 Preemption "
            + "is not helpful");
    /** Reasons that last until somebody changes the pod or the node. */
    private static final Pattern FOR_GOOD = Pattern.compile("\\d+ node\\(s\\) (didn't match Pod's node affinity.*"
            + "|didn't satisfy plugin.*NodeAffinity.*|were unschedulable|had untolerated taint(?:\\(s\\))?"
            + "(?: \\{(?!node\\.kubernetes\\.io/|node\\.cloudprovider).*)?)");
    /** Taints that Kubernetes removes by itself. Newer schedulers do not name them. */
    private static final Pattern PASSING = Pattern.compile("node\\.(kubernetes|cloudprovider\\.kubernetes)\\.io/"
            + "(?!unschedulable).*");
    private static final Pattern CHANGING = Pattern.compile(":\\d+->|\\d+(\\.\\d+)?m?s\\b");
    /** The kubelet repeats its events within this time. */
    private static final Duration REPEATED = Duration.ofSeconds(310);
    private static final Duration JUST_READY = Duration.ofSeconds(60);

    private static final Outlook MET = new Outlook(State.MET, "", Optional.empty());

    /**
     * The cluster around a pod.
     *
     * @param now by the API server's clock
     * @param since ignores events before it, because something changed then
     * @param joining names of machines that are not yet Ready nodes
     * @param brought whether an app of the lab has an object, as "configmap/NAME"
     * @param makers whether programs may create objects: another's cluster, or an app of the lab with such rights
     * @param rest other pods that may matter
     */
    public record Around(Instant now, Instant since, List<JsonNode> nodes, List<String> joining,
                         Predicate<String> brought, boolean makers, List<Pod> rest) {
        public Around {
            nodes = List.copyOf(nodes);
            joining = List.copyOf(joining);
            rest = List.copyOf(rest);
        }

        private Around with(List<Pod> others) {
            return new Around(now, since, nodes, joining, brought, makers, others);
        }

        /** Without pods of Kubernetes, which create nothing that a lab refers to. */
        private Around programs() {
            return with(rest.stream().filter(pod -> !pod.namespace().startsWith("kube-")).toList());
        }

        /** Pods that may become ready, and those that just did. */
        private Optional<String> starting(Duration justReady) {
            return rest.stream().filter(pod -> !pod.ended() && !pod.deleting()).filter(pod -> pod.ready()
                    ? justReady.compareTo(Duration.ZERO) > 0 && pod.readySince().filter(since ->
                    since.plus(justReady).isAfter(now)).isPresent()
                    : !THIRD_EXIT.matcher(pod.states()).find() && !never(pod.states())).map(Pod::name).findFirst();
        }
    }

    /**
     * One message of the cluster.
     *
     * @param at when it was said last
     * @param first when it was said first
     */
    public record Said(String words, Instant at, Instant first, int times) {
        public Said(String words, Instant at, int times) {
            this(words, at, at, times);
        }

        static Said of(JsonNode event) {
            JsonNode series = event.path("series");
            String at = Stream.of(series.path("lastObservedTime"), event.path("lastTimestamp"), event.path("eventTime"),
                    event.path("metadata").path("creationTimestamp")).map(node -> node.asString(""))
                    .filter(text -> !text.isEmpty()).findFirst().orElse("1970-01-01T00:00:00Z");
            String first = event.path("firstTimestamp").asString("");
            return new Said(event.path("reason").asString("") + ": " + event.path("message").asString(""),
                    Instant.parse(at), Instant.parse(first.isEmpty() ? at : first),
                    Math.max(event.path("count").asInt(1), series.path("count").asInt(1)));
        }
    }

    private static Outlook hopeless(String words, Instant since) {
        return new Outlook(State.HOPELESS, words, Optional.of(since));
    }

    private static Outlook moving(String words) {
        return moving(words, Optional.empty());
    }

    static Outlook moving(String words, Optional<Instant> next) {
        return new Outlook(State.MOVING, words, next);
    }

    public boolean isHopeless() {
        return state == State.HOPELESS;
    }

    /** @param events of this pod, and of its claims */
    public static Outlook of(Pod pod, List<Said> events, Around around) {
        if (pod.ready() || pod.phase().equals("Succeeded")) {
            return MET;
        }
        Instant begun = pod.lastStart().orElse(Instant.EPOCH);
        List<Said> fresh = events.stream().filter(said -> !said.at().isBefore(around.since())
                && said.at().isAfter(around.now().minus(REPEATED)) && !said.at().isBefore(begun)).toList();
        return Stream.concat(pod.said(around).stream(), fresh.stream()).map(said -> ofWords(said, around))
                .filter(Outlook::isHopeless).findFirst()
                .or(() -> pulls(fresh, around.since())).or(() -> crashes(pod, around)).or(() -> noNode(pod, around))
                .orElseGet(() -> moving(pod.name() + ": " + pod.readiness()));
    }

    /** The same for a message about an object without pods, or about a request. */
    public static Outlook ofWords(Said said, Around around) {
        if (never(said.words())) {
            return hopeless(said.words(), said.at());
        }
        if (said.words().contains(NO_CLASS)) {
            return around.brought().test("persistentvolume/") || around.brought().test("storageclass/")
                    ? moving(said.words()) : hopeless(said.words(), said.at());
        }
        Matcher webhook = NO_WEBHOOK.matcher(said.words());
        if (webhook.find()) {
            return webhook(said, String.valueOf(webhook.group(1)), String.valueOf(webhook.group(2)), around);
        }
        Matcher reference = REFERENCE.matcher(said.words());
        if (reference.find()) {
            String name = String.valueOf(reference.group(2));
            String kind = String.valueOf(reference.group(1)).replaceAll("[. ].*", "").toLowerCase(Locale.ROOT);
            boolean comes = MADE.contains(name) || around.brought().test(kind + "/" + name);
            Optional<String> maker = around.makers() ? around.programs().starting(JUST_READY) : Optional.empty();
            return comes ? moving(said.words()) : maker.map(pod -> moving("%s may make what is missing: %s".formatted(
                    pod, said.words()))).orElseGet(() -> hopeless(said.words(), said.at()));
        }
        return moving(said.words());
    }

    /** A webhook's endpoint and authority come while its pods start. */
    private static Outlook webhook(Said said, String service, String namespace, Around around) {
        List<Pod> behind = around.rest().stream().filter(pod -> pod.namespace().equals(namespace)).toList();
        boolean comes = behind.isEmpty() ? around.brought().test("service/" + service)
                : around.with(behind).starting(JUST_READY).isPresent();
        boolean there = behind.stream().anyMatch(pod -> pod.readySince().filter(said.at()::isBefore).isPresent());
        return comes || there ? moving(said.words()) : hopeless(said.words(), said.at());
    }

    private static boolean never(String words) {
        return NEVER.matcher(words).find() || PULL.matcher(words).find() && REFUSED_PULL.matcher(words).find()
                && !WAY_TO_REGISTRY.matcher(words).find();
    }

    /**
     * An unreachable registry gets another try. It is hopeless if that fails alike. How many failures were before the
     * wait, an event does not say: one counts then, as the image may have come since.
     */
    private static Optional<Outlook> pulls(List<Said> events, Instant since) {
        Map<String, List<Said>> alike = events.stream().filter(said -> said.words().contains("Failed to pull image"))
                .collect(Collectors.groupingBy(said -> CHANGING.matcher(said.words()).replaceAll("")));
        return alike.values().stream().filter(same -> same.stream()
                        .mapToInt(said -> said.first().isBefore(since) ? 1 : said.times()).sum() > 1).findFirst()
                .map(same -> hopeless("twice: " + same.get(0).words(), same.get(same.size() - 1).at()));
    }

    /** A crash may be for something that is still starting. A run that began before that was ready says nothing. */
    private static Optional<Outlook> crashes(Pod pod, Around around) {
        if (!THIRD_EXIT.matcher(pod.states()).find() || around.starting(Duration.ZERO).isPresent()) {
            return Optional.empty();
        }
        Pod.Run last = pod.lastRun().orElse(new Pod.Run(around.now(), around.now()));
        boolean early = last.end().isBefore(around.since()) || around.rest().stream()
                .flatMap(other -> other.readySince().stream()).anyMatch(last.start()::isBefore);
        boolean lostLease = pod.isStatic() && !last.end().isBefore(last.start().plus(LEASE));
        return early || lostLease ? Optional.empty() : Optional.of(hopeless("three times: " + pod.readiness()
                + pod.exitCodes(), last.end()));
    }

    /** No node, present or joining, can ever hold the pod. */
    private static Optional<Outlook> noNode(Pod pod, Around around) {
        Matcher nodes = NODES.matcher(pod.reason());
        boolean starting = around.nodes().stream().flatMap(node -> node.path("spec").path("taints").valueStream())
                .anyMatch(taint -> PASSING.matcher(taint.path("key").asString("")).matches());
        if (!nodes.find() || starting || !around.joining().isEmpty()) {
            return Optional.empty();
        }
        boolean tooMuch = TOO_MUCH.matcher(pod.reason()).find();
        boolean forGood = Stream.of(nodes.group(1).split(", (?=\\d+ )")).allMatch(reason ->
                FOR_GOOD.matcher(reason).matches() || tooMuch && reason.contains("Insufficient "));
        return forGood ? Optional.of(hopeless(pod.reason(), pod.unscheduledSince().orElse(around.now())))
                : Optional.empty();
    }
}
