package org.hybridlab.cluster.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/**
 * A pod.
 *
 * @param ip empty before its sandbox is there
 * @param node name of its node; empty before it is scheduled
 * @param phase Pending, Running, Succeeded, Failed or Unknown
 * @param owner kind and name of its controller, for example {@code DaemonSet/kube-proxy}; the node for a static pod
 * @param reason why the whole pod does not run, for example "Unschedulable"; may be empty
 * @param live the object as the API server has it
 */
public record Pod(String namespace, String name, String uid, Optional<String> ip, Optional<String> node,
                  String phase, boolean deleting, Map<String, String> labels, Optional<String> owner, String reason,
                  List<Container> containers, JsonNode live) {
    /**
     * A container, without init containers.
     *
     * @param id of its latest run, for example {@code containerd://3f1c...}; empty if it never ran
     * @param lastRestart its last start, or end if it does not run; empty if its previous run ended with the machine
     * @param state for people: "running", "CrashLoopBackOff: back-off 10s restarting ...", "exited with 1"
     */
    public record Container(String name, String id, boolean ready, int restarts, Optional<Instant> lastRestart,
                            String state) {
        static final String RUNNING = "running";

        /** @param sandbox when the present sandbox became ready; empty if unknown */
        static Container of(JsonNode status, Optional<Instant> sandbox) {
            return new Container(status.path("name").asString(), status.path("containerID").asString(""),
                    status.path("ready").asBoolean(), status.path("restartCount").asInt(), restart(status, sandbox),
                    state(status.path("state")));
        }

        private static Optional<Instant> restart(JsonNode status, Optional<Instant> sandbox) {
            JsonNode ended = status.path("lastState").path("terminated");
            return wentWithMachine(ended, sandbox) ? Optional.empty() : moment(ended.path("finishedAt"))
                    .map(end -> moment(status.path("state").path(RUNNING).path("startedAt")).orElse(end));
        }

        /**
         * Whether the container ended with its machine. After a boot containerd reports an unknown end, before the
         * present sandbox. A crashed container keeps its sandbox.
         */
        private static boolean wentWithMachine(JsonNode ended, Optional<Instant> sandbox) {
            return ended.path("reason").asString("").equals("Unknown") && ended.path("exitCode").asInt() == 255
                    || moment(ended.path("finishedAt")).flatMap(end -> sandbox.filter(end::isBefore)).isPresent();
        }

        private static String state(JsonNode state) {
            if (state.has("waiting")) {
                String message = state.path("waiting").path("message").asString("");
                return state.path("waiting").path("reason").asString("waiting")
                        + (message.isEmpty() ? "" : ": " + message);
            }
            return state.has("terminated") ? "exited with " + state.path("terminated").path("exitCode").asInt()
                    : state.has(RUNNING) ? RUNNING : "not started";
        }

        public boolean running() {
            return state.equals(RUNNING);
        }
    }

    /** @param label as {@code key=value} */
    public boolean isOf(String inNamespace, String label) {
        String[] words = label.split("=");
        return namespace.equals(inNamespace) && words[1].equals(labels.get(words[0]));
    }

    static Pod of(JsonNode pod) {
        JsonNode metadata = pod.path("metadata");
        JsonNode status = pod.path("status");
        return new Pod(metadata.path("namespace").asString(), metadata.path("name").asString(),
                metadata.path("uid").asString(""),
                Optional.ofNullable(status.path("podIP").asString(null)),
                Optional.ofNullable(pod.path("spec").path("nodeName").asString(null)),
                status.path("phase").asString("Unknown"), metadata.has("deletionTimestamp"), labels(metadata),
                owner(metadata), reason(status), containers(status), pod);
    }

    private static Map<String, String> labels(JsonNode metadata) {
        Map<String, String> labels = new TreeMap<>();
        metadata.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        return labels;
    }

    private static Optional<String> owner(JsonNode metadata) {
        for (JsonNode owner : metadata.path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return Optional.of(owner.path("kind").asString() + "/" + owner.path("name").asString());
            }
        }
        return Optional.empty();
    }

    private static String reason(JsonNode status) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString().equals("PodScheduled")
                    && condition.path("status").asString().equals("False")) {
                return condition.path("reason").asString() + ": " + condition.path("message").asString();
            }
        }
        return status.path("reason").asString("");
    }

    private static List<Container> containers(JsonNode status) {
        Optional<Instant> sandbox = sandboxReady(status);
        List<Container> containers = new ArrayList<>();
        status.path("containerStatuses").forEach(container -> containers.add(Container.of(container, sandbox)));
        return List.copyOf(containers);
    }

    /**
     * When the pod's present sandbox became ready, to the second. Containers that ended earlier belong to an earlier
     * sandbox. Empty if it is not ready, or the kubelet does not say.
     */
    public static Optional<Instant> sandboxReady(JsonNode status) {
        return status.path("conditions").valueStream()
                .filter(one -> one.path("type").asString("").equals("PodReadyToStartContainers")
                        && one.path("status").asString("").equals("True"))
                .findFirst().flatMap(one -> moment(one.path("lastTransitionTime")));
    }

    /** The last change of a condition, if it has this status. */
    private Optional<Instant> since(String type, String status) {
        return live.path("status").path("conditions").valueStream()
                .filter(one -> one.path("type").asString("").equals(type)
                        && one.path("status").asString("").equals(status))
                .findFirst().flatMap(one -> moment(one.path("lastTransitionTime")));
    }

    String created() {
        return live.path("metadata").path("creationTimestamp").asString("");
    }

    String template() {
        return labels.getOrDefault("pod-template-hash", labels.getOrDefault("controller-revision-hash", ""));
    }

    Optional<Instant> readySince() {
        return since("Ready", "True");
    }

    Optional<Instant> unscheduledSince() {
        return since("PodScheduled", "False");
    }

    private Stream<JsonNode> statuses() {
        return Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(field -> live.path("status").path(field).valueStream());
    }

    String states() {
        return statuses().map(status -> Container.state(status.path("state"))).collect(Collectors.joining("; "));
    }

    private Stream<JsonNode> exits() {
        return statuses().flatMap(status -> Stream.of("state", "lastState")
                .map(field -> status.path(field).path("terminated"))).filter(JsonNode::isObject);
    }

    /** Messages from before this are out of date. */
    public Optional<Instant> lastStart() {
        return statuses().flatMap(status -> status.path("state").valueStream())
                .flatMap(state -> moment(state.path("startedAt")).stream()).max(Comparator.naturalOrder());
    }

    /** A run of a container that has ended. */
    record Run(Instant start, Instant end) {
    }

    /** The run that ended last. A container that could not be started has no start of its own. */
    Optional<Run> lastRun() {
        return exits().flatMap(exit -> moment(exit.path("finishedAt")).map(end -> new Run(
                moment(exit.path("startedAt")).orElse(end), end)).stream()).max(Comparator.comparing(Run::end));
    }

    /** Whether a kubelet runs it from a file, as it does a control plane's programs. */
    public boolean isStatic() {
        return owner.filter(controller -> controller.startsWith("Node/")).isPresent();
    }

    /** How its containers ended, as the end of a sentence. */
    String exitCodes() {
        return exits().map(exit -> ", exited with " + exit.path("exitCode").asInt()).distinct()
                .collect(Collectors.joining());
    }

    /** Messages of its own status. A status does not say since when a container waits. */
    List<Outlook.Said> said(Outlook.Around around) {
        Instant now = around.now();
        boolean fresh = moment(live.path("metadata").path("creationTimestamp")).filter(made ->
                made.isBefore(around.since())).isEmpty();
        Stream<Outlook.Said> waiting = Stream.of(new Outlook.Said(fresh ? states() : "", now, 1),
                new Outlook.Said(reason, unscheduledSince().orElse(now), 1));
        return Stream.concat(waiting, exits().filter(exit -> exit.path("exitCode").asInt() != 0)
                .map(exit -> new Outlook.Said("exited with %d: %s".formatted(exit.path("exitCode").asInt(),
                        exit.path("message").asString(exit.path("reason").asString(""))),
                        moment(exit.path("finishedAt")).orElse(now), 1))
                .filter(said -> !said.at().isBefore(around.since()))).toList();
    }

    static Optional<Instant> moment(JsonNode text) {
        return Optional.ofNullable(text.asString(null)).map(Instant::parse);
    }

    /** True if it runs and every container is ready. */
    public boolean ready() {
        return phase.equals("Running") && !deleting && !containers.isEmpty()
                && containers.stream().allMatch(Container::ready);
    }

    /** True once it has ended for good, by success or failure: evicted, completed, or its node was shut down. */
    public boolean ended() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    public int restarts() {
        return containers.stream().mapToInt(Container::restarts).sum();
    }

    public Optional<Instant> lastRestart() {
        return containers.stream().flatMap(container -> container.lastRestart().stream())
                .max(Comparator.naturalOrder());
    }

    /** Why it is not ready, for people; "ready" if it is. */
    public String readiness() {
        if (ready()) {
            return "ready";
        }
        return containers.stream().filter(container -> !container.ready()).findFirst()
                .map(container -> container.name() + ": " + container.state())
                .orElse(deleting ? "being deleted" : reason.isEmpty() ? phase : reason);
    }
}
