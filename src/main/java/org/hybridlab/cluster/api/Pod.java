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
 * @param uid of this one alone: one that is made again under the same name has another
 * @param ip empty before its sandbox is there
 * @param node the name of its node; empty before it is scheduled
 * @param phase Pending, Running, Succeeded, Failed or Unknown
 * @param deleting true once its deletion was asked for
 * @param owner kind and name of its controller, for example {@code DaemonSet/kube-proxy}; a static pod's is its node
 * @param reason why it is not running as a whole, for example "Unschedulable"; empty if there is nothing to say
 * @param live the object as the API server has it
 */
public record Pod(String namespace, String name, String uid, Optional<String> ip, Optional<String> node,
                  String phase, boolean deleting, Map<String, String> labels, Optional<String> owner, String reason,
                  List<Container> containers, JsonNode live) {
    /**
     * One container of a pod, init containers left out.
     *
     * @param id of the run that the kubelet told of last, for example {@code containerd://3f1c...}; empty if none was
     * @param lastRestart when it last started again, or ended if it does not run; empty if its run before ended with
     *        its machine, which says nothing of the container
     * @param state for people: "running", "CrashLoopBackOff: back-off 10s restarting ...", "exited with 1"
     */
    public record Container(String name, String id, boolean ready, int restarts, Optional<Instant> lastRestart,
                            String state) {
        static final String RUNNING = "running";

        /** @param sandbox since when the pod's present sandbox is ready; empty if that is not known */
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
         * Of a container that it finds dead when it starts itself, containerd says that nobody saw it end. One that
         * ended before the present sandbox was there went with an earlier one: a machine that is halted ends both, and
         * a container that crashes leaves its sandbox.
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

    /** Whether it is in that namespace and has that label. @param label as {@code key=value} */
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
     * Since when a pod's present sandbox is ready, to the second; what ended earlier ended with an earlier one, as when
     * its machine was halted. Empty if it is not ready, or the kubelet does not say.
     *
     * @param status the pod's, of the API
     */
    public static Optional<Instant> sandboxReady(JsonNode status) {
        return status.path("conditions").valueStream()
                .filter(one -> one.path("type").asString("").equals("PodReadyToStartContainers")
                        && one.path("status").asString("").equals("True"))
                .findFirst().flatMap(one -> moment(one.path("lastTransitionTime")));
    }

    /** Since when a condition holds, or does not. */
    private Optional<Instant> since(String type, String status) {
        return live.path("status").path("conditions").valueStream()
                .filter(one -> one.path("type").asString("").equals(type)
                        && one.path("status").asString("").equals(status))
                .findFirst().flatMap(one -> moment(one.path("lastTransitionTime")));
    }

    String created() {
        return live.path("metadata").path("creationTimestamp").asString("");
    }

    /** What tells pods of one template from those of another. */
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

    /** What its containers are at, init containers too. */
    String states() {
        return statuses().map(status -> Container.state(status.path("state"))).collect(Collectors.joining("; "));
    }

    private Stream<JsonNode> exits() {
        return statuses().flatMap(status -> Stream.of("state", "lastState")
                .map(field -> status.path(field).path("terminated"))).filter(JsonNode::isObject);
    }

    /** What was said of it earlier is over. */
    public Optional<Instant> lastStart() {
        return statuses().flatMap(status -> status.path("state").valueStream())
                .flatMap(state -> moment(state.path("startedAt")).stream()).max(Comparator.naturalOrder());
    }

    Optional<Instant> lastExit() {
        return exits().flatMap(exit -> moment(exit.path("finishedAt")).stream()).max(Comparator.naturalOrder());
    }

    /** How its containers ended, as the end of a sentence. */
    String exitCodes() {
        return exits().map(exit -> ", exited with " + exit.path("exitCode").asInt()).distinct()
                .collect(Collectors.joining());
    }

    /** What its own status says. Of what its containers wait for it does not say since when. */
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

    private static Optional<Instant> moment(JsonNode text) {
        return Optional.ofNullable(text.asString(null)).map(Instant::parse);
    }

    /** True if it runs and every container is ready. */
    public boolean ready() {
        return phase.equals("Running") && !deleting && !containers.isEmpty()
                && containers.stream().allMatch(Container::ready);
    }

    /**
     * True once all of it has ended for good, well or not: evicted, completed, or its node has gone down in good order.
     */
    public boolean ended() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** Of all its containers. */
    public int restarts() {
        return containers.stream().mapToInt(Container::restarts).sum();
    }

    /** The newest restart of any of its containers. */
    public Optional<Instant> lastRestart() {
        return containers.stream().flatMap(container -> container.lastRestart().stream())
                .max(Comparator.naturalOrder());
    }

    /** What keeps it from being ready, for people; "ready" if nothing does. */
    public String readiness() {
        if (ready()) {
            return "ready";
        }
        return containers.stream().filter(container -> !container.ready()).findFirst()
                .map(container -> container.name() + ": " + container.state())
                .orElse(deleting ? "being deleted" : reason.isEmpty() ? phase : reason);
    }
}
