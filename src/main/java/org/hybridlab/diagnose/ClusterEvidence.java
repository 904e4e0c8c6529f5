package org.hybridlab.diagnose;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.ProbeNamespace;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.diagnose.object.ObjectEvidence;
import org.hybridlab.diagnose.object.OwnWorkloads;
import tools.jackson.databind.JsonNode;

/** What is wrong by the API server: nodes, pods that are not ready, incomplete workloads, and their events. */
final class ClusterEvidence {
    private static final int EVENTS_OF_A_PAGE = 1000;
    private static final int EVENT_PAGES = 20;
    private static final Pattern WORKLOAD = Pattern.compile(
            "/(pods|replicasets|deployments|statefulsets|daemonsets|jobs)/[^/]+$");
    private final Map<String, String> addresses;
    private final Instant now;
    private final Instant since;
    private final Map<String, Os> nodes = new LinkedHashMap<>();
    private final Set<String> unreadyNodes = new HashSet<>();
    /** Pods that are not ready, by namespace/name. */
    private final Map<String, JsonNode> unready = new LinkedHashMap<>();
    private final Map<String, List<String>> lines = new LinkedHashMap<>();
    private final Set<String> incomplete = new HashSet<>();
    /** Empty: unknown, and all events count. */
    private Optional<Set<String>> waiting = Optional.empty();
    private final Consumer<Evidence> evidence;
    private final Consumer<String> gaps;

    private ClusterEvidence(Map<String, String> addresses, Instant now, Duration since,
                            Consumer<Evidence> evidence, Consumer<String> gaps) {
        this.addresses = addresses;
        this.now = now;
        this.since = now.minus(since);
        this.evidence = evidence;
        this.gaps = gaps;
    }

    /**
     * A list that fails is a gap, and ends nothing else.
     *
     * @param since greatest age of events by the API server's clock
     * @param evidence gets each piece when it is read
     * @param served runs once nodes were listed
     * @throws LabException {@code api-unreachable} or {@code api-busy} if nothing is served
     */
    static void of(ApiServer api, Target target, Duration since, Consumer<Evidence> evidence,
                   Consumer<String> gaps, Runnable served) {
        ClusterEvidence cluster = new ClusterEvidence(target.addresses(), api.now(), since, evidence, gaps);
        // If nodes cannot be listed, nothing in etcd can.
        cluster.look(() -> api.get("/api/v1/nodes").path("items").forEach(cluster::node), Set.of("api-busy"));
        served.run();
        cluster.put(EvidenceKind.NODE, "node");
        cluster.look(() -> api.get("/api/v1/pods").path("items").forEach(cluster::pod));
        cluster.put(EvidenceKind.POD, "pods");
        cluster.look(() -> WorkloadEvidence.of(new Cluster(api)).forEach(line -> cluster.say(Evidence.CLUSTER, line)));
        target.appObjects().forEach((app, paths) -> paths.forEach(path -> cluster.look(() ->
                api.find(path).ifPresentOrElse(live -> cluster.scaled(app, path, live, target),
                        () -> cluster.lacks(app, path)))));
        cluster.put(EvidenceKind.WORKLOAD, "workloads");
        cluster.look(() -> ObjectEvidence.of(api, target.lab(), target.addresses().keySet(), cluster.podless(target),
                since, cluster::say, gaps));
        cluster.put(EvidenceKind.OBJECT, "objects");
        cluster.look(() -> cluster.waiting = Optional.of(WaitingControllers.of(api)));
        cluster.look(() -> cluster.events(api));
    }

    /** Sorted by namespace, not by time. */
    private void events(ApiServer api) {
        String next = "";
        for (int page = 0; page < EVENT_PAGES; page++) {
            JsonNode list = api.get("/api/v1/events?limit=" + EVENTS_OF_A_PAGE
                    + (next.isEmpty() ? "" : "&continue=" + next));
            list.path("items").forEach(this::event);
            put(EvidenceKind.EVENT, "events");
            next = list.path("metadata").path("continue").asString("");
            if (next.isEmpty()) {
                return;
            }
        }
        gaps.accept("There are more than %d events.".formatted(EVENT_PAGES * EVENTS_OF_A_PAGE));
    }

    private void scaled(String app, String path, JsonNode live, Target target) {
        int wanted = target.replicas().getOrDefault(path, 0);
        if (wanted > 0 && live.path("spec").path("replicas").asInt(1) == 0) {
            say(Evidence.CLUSTER, "the app %s has %s scaled to 0, and wants %d pods".formatted(app,
                    path.replaceFirst("^.*/([^/]+/[^/]+)$", "$1"), wanted));
        }
    }

    private void lacks(String app, String path) {
        say(Evidence.CLUSTER, "the app %s lacks %s".formatted(app, path));
        if (WORKLOAD.matcher(path).find()) {
            incomplete.add(app);
        }
    }

    /** Objects of incomplete apps: their services select the missing workload. */
    private Set<String> podless(Target target) {
        return target.appObjects().entrySet().stream().filter(app -> incomplete.contains(app.getKey()))
                .flatMap(app -> app.getValue().stream()).collect(Collectors.toSet());
    }

    private void look(Runnable subject) {
        look(subject, Set.of());
    }

    /** @param ends error ids that end all looks */
    private void look(Runnable subject, Set<String> ends) {
        try {
            subject.run();
        } catch (LabException e) {
            if (e.isInterruption() || e.id().equals("api-unreachable") || ends.contains(e.id())) {
                throw e;
            }
            gaps.accept(e.what());
        }
    }

    private void put(EvidenceKind kind, String origin) {
        lines.forEach((place, said) -> evidence.accept(new Evidence(kind, place, origin,
                Optional.ofNullable(nodes.get(place)), said)));
        lines.clear();
    }

    private void say(String place, String line) {
        lines.computeIfAbsent(place, key -> new ArrayList<>()).add(line);
    }

    private void node(JsonNode node) {
        String name = node.path("metadata").path("name").asString();
        nodes.put(name, node.path("status").path("nodeInfo").path("operatingSystem").asString("linux")
                .equals("windows") ? Os.WINDOWS : Os.LINUX);
        for (JsonNode condition : node.path("status").path("conditions")) {
            String good = condition.path("type").asString().equals("Ready") ? "True" : "False";
            if (!condition.path("status").asString().equals(good)) {
                if (good.equals("True")) {
                    unreadyNodes.add(name);
                }
                say(name, "%s=%s %s %s".formatted(condition.path("type").asString(), condition.path("status")
                        .asString(), condition.path("reason").asString(""), condition.path("message").asString("")));
            }
        }
        if (node.path("spec").path("unschedulable").asBoolean(false)) {
            say(name, "cordoned");
        }
        if (node.path("spec").path("podCIDR").asString("").isEmpty()) {
            say(name, "no podCIDR");
        }
        String expected = addresses.get(name);
        for (JsonNode address : node.path("status").path("addresses")) {
            if (expected != null && address.path("type").asString().equals("InternalIP")
                    && !address.path("address").asString().equals(expected)) {
                say(name, "InternalIP %s is not the address of the lab file, %s".formatted(
                        address.path("address").asString(), expected));
            }
        }
    }

    private void pod(JsonNode pod) {
        PodStory story = new PodStory(pod, now);
        if (story.isWell() || story.isHistory(since)) {
            return;
        }
        unready.put(story.name(), pod);
        String place = pod.path("spec").path("nodeName").asString(Evidence.CLUSTER);
        story.lines(blame(place)).forEach(line -> say(place, story.name() + ": " + line));
    }

    /** A pod's status is out of date while its kubelet is silent. */
    private Optional<String> blame(String node) {
        return unreadyNodes.contains(node) ? Optional.of("its node %s is not ready".formatted(node))
                : Optional.empty();
    }

    private boolean isHistory(String kind, String name) {
        return WaitingControllers.KINDS.contains(kind)
                && waiting.filter(all -> !all.contains(kind + "/" + name)).isPresent();
    }

    /** True for an earlier pod, a node that was found since, earlier probes, and pods of checks that start. */
    private boolean isHistory(JsonNode event, JsonNode pod) {
        PodStory story = new PodStory(pod, now);
        String reason = event.path("reason").asString("");
        return story.isOfAnother(event.path("involvedObject"))
                || reason.equals("FailedScheduling") && !pod.path("spec").path("nodeName").asString("").isEmpty()
                || reason.equals("Unhealthy") && (story.isProbeOver(time(event))
                        || pod.path("metadata").path("labels").has(ProbeNamespace.LABEL));
    }

    /** Events of healthy or deleted pods and workloads are history. */
    private void event(JsonNode event) {
        JsonNode object = event.path("involvedObject");
        boolean pod = object.path("kind").asString().equals("Pod");
        String name = object.path("namespace").asString("") + "/" + object.path("name").asString();
        boolean tells = pod ? unready.containsKey(name) : event.path("type").asString().equals("Warning")
                && !isHistory(object.path("kind").asString(), name);
        if (!tells || time(event).isBefore(since) || pod && isHistory(event, unready.get(name))) {
            return;
        }
        String host = event.path("source").path("host").asString(event.path("reportingInstance").asString(""));
        String place = nodes.containsKey(host) ? host : pod ? unready.get(name).path("spec").path("nodeName")
                .asString(Evidence.CLUSTER) : nodes.containsKey(object.path("name").asString())
                ? object.path("name").asString() : Evidence.CLUSTER;
        say(place, "%s %s %s: %s %s".formatted(time(event), object.path("kind").asString(),
                pod ? name : object.path("name").asString(), event.path("reason").asString(""),
                event.path("message").asString("").replace('\n', ' ')));
    }

    private static Instant time(JsonNode event) {
        for (String text : List.of(event.path("series").path("lastObservedTime").asString(""),
                event.path("lastTimestamp").asString(""), event.path("eventTime").asString(""),
                event.path("metadata").path("creationTimestamp").asString(""))) {
            if (!text.isEmpty()) {
                return Instant.parse(text);
            }
        }
        return Instant.MAX;
    }

    /** Objects that lack desired pods. Events about others are history. */
    static final class WaitingControllers {
        static final List<String> KINDS = List.of("ReplicaSet", "StatefulSet", "DaemonSet");

        private WaitingControllers() {
        }

        /** As kind, namespace and name, for example {@code ReplicaSet/default/web-7d9}. */
        static Set<String> of(ApiServer api) {
            Set<String> waiting = new HashSet<>();
            for (String kind : KINDS) {
                api.get("/apis/apps/v1/%ss".formatted(kind.toLowerCase(Locale.ROOT))).path("items")
                        .forEach(one -> {
                            JsonNode status = one.path("status");
                            boolean daemons = kind.equals("DaemonSet");
                            int wanted = daemons ? status.path("desiredNumberScheduled").asInt(-1)
                                    : one.path("spec").path("replicas").asInt(-1);
                            int ready = status.path(daemons ? "numberReady" : "readyReplicas").asInt(0);
                            if (wanted < 0 || ready < wanted) {
                                waiting.add("%s/%s/%s".formatted(kind, one.path("metadata").path("namespace")
                                        .asString(""), one.path("metadata").path("name").asString("")));
                            }
                        });
            }
            return waiting;
        }
    }

    /** Workloads that lack pods, and addons that are scaled to zero. */
    static final class WorkloadEvidence {
        private final Cluster cluster;
        private final List<String> lines = new ArrayList<>();
        private final List<String> own = new ArrayList<>();

        private WorkloadEvidence(Cluster cluster) {
            this.cluster = cluster;
        }

        /** A line for each; empty if all is as desired. */
        static List<String> of(Cluster cluster) {
            WorkloadEvidence evidence = new WorkloadEvidence(cluster);
            Rollout.KINDS.stream().sorted().forEach(kind -> cluster.workloads(kind)
                    .forEach(live -> evidence.workload(kind, live)));
            evidence.addon("CoreDNS", "deployment/coredns", "deployment/kube-dns");
            evidence.addon("kube-proxy", "daemonset/kube-proxy");
            evidence.addon(PodNetworkPlugin.titles(), evidence.own.stream()
                    .filter(name -> PodNetworkPlugin.all().stream()
                            .anyMatch(plugin -> name.startsWith("daemonset/" + plugin.objects().daemonSet())))
                    .toArray(String[]::new));
            return evidence.lines;
        }

        private void workload(String kind, JsonNode live) {
            String namespace = live.path("metadata").path("namespace").asString();
            Rollout rollout = new Rollout(kind, live);
            rollout.complaint().ifPresent(words -> lines.add(namespace + "/" + words));
            // An app may be switched off on purpose, but these may not.
            if (OwnWorkloads.include(rollout.reference(), live)) {
                own.add(rollout.reference());
                if (rollout.wanted() == 0) {
                    lines.add("%s/%s wants no pods".formatted(namespace, rollout.reference()));
                }
            }
        }

        private void addon(String title, String... names) {
            if (own.stream().noneMatch(List.of(names)::contains)) {
                lines.add("the cluster has no " + title);
            }
        }
    }
}
