package org.hybridlab.diagnose;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Pod;
import tools.jackson.databind.JsonNode;

/**
 * Why a pod is not ready, a line per reason.
 *
 * @param now by the API server's clock
 */
record PodStory(JsonNode pod, Instant now) {
    /** A container that runs longer has recovered. */
    private static final Duration LATELY = Duration.ofMinutes(5);
    /** The kubelet waits at least this long after the third end. */
    private static final Duration BACK_OFF = Duration.ofSeconds(20);
    /** Time for a container to stop after its probe failed. */
    private static final Duration LAST_PROBES = Duration.ofMinutes(1);
    private static final String MIRROR = "kubernetes.io/config.mirror";

    String name() {
        return pod.path("metadata").path("namespace").asString() + "/" + pod.path("metadata").path("name").asString();
    }

    /** Ready, completed or ending. False for one that is ready only between crashes. */
    boolean isWell() {
        String phase = pod.path("status").path("phase").asString("");
        return phase.equals("Succeeded") || pod.path("metadata").has("deletionTimestamp") || condition("Ready")
                .path("status").asString("").equals("True") && pod.path("status").path("containerStatuses")
                .valueStream().noneMatch(this::endsAgain);
    }

    /** Whether it just restarted after back-offs. Ends before the present sandbox do not count. */
    private boolean endsAgain(JsonNode container) {
        JsonNode ended = container.path("lastState").path("terminated");
        Optional<Instant> sandbox = Pod.sandboxReady(pod.path("status"));
        Optional<Instant> began = moment(ended.path("startedAt"));
        Optional<Instant> end = moment(ended.path("finishedAt"));
        Optional<Instant> again = moment(container.path("state").path("running").path("startedAt"));
        return ended.path("exitCode").asInt(0) != 0 && sandbox.isPresent() && began.isPresent() && end.isPresent()
                && again.isPresent() && !began.get().isBefore(sandbox.get())
                && !again.get().isBefore(end.get().plus(BACK_OFF)) && again.get().isAfter(now.minus(LATELY));
    }

    /**
     * An ended pod that its controller replaced, such as an evicted one.
     *
     * @param since later ends count
     */
    boolean isHistory(Instant since) {
        return pod.path("status").path("phase").asString("").equals("Failed")
                && pod.path("metadata").has("ownerReferences") && moment(condition("Ready").path("lastTransitionTime"))
                .or(() -> moment(pod.path("status").path("startTime"))).filter(end -> end.isBefore(since)).isPresent();
    }

    /** Whether a probe's event is from before the present failure: the kubelet repeats events while probes fail. */
    boolean isProbeOver(Instant news) {
        return condition("Ready").path("status").asString("").equals("False")
                && moment(condition("Ready").path("lastTransitionTime"))
                .filter(unready -> news.isBefore(unready.minus(LAST_PROBES))).isPresent();
    }

    /** Whether an event is of an earlier pod. For static pods, the kubelet uses the file's hash as uid. */
    boolean isOfAnother(JsonNode involvedObject) {
        String told = involvedObject.path("uid").asString("");
        String uid = pod.path("metadata").path("uid").asString("");
        return !told.isEmpty() && !uid.isEmpty() && !told.equals(uid)
                && !pod.path("metadata").path("annotations").has(MIRROR);
    }

    private static Optional<Instant> moment(JsonNode text) {
        return text.isString() ? Optional.of(Instant.parse(text.asString())) : Optional.empty();
    }

    /** @param node why its node is the cause, if it is */
    List<String> lines(Optional<String> node) {
        List<String> lines = new ArrayList<>();
        JsonNode status = pod.path("status");
        JsonNode scheduled = condition("PodScheduled");
        if (scheduled.path("status").asString("").equals("False")) {
            lines.add(summary(scheduled));
        }
        if (status.has("reason")) {
            lines.add(summary(status));
        }
        status.path("initContainerStatuses").forEach(container -> container("init container", container, lines));
        status.path("containerStatuses").forEach(container -> container("container", container, lines));
        if (lines.isEmpty()) {
            String phase = status.path("phase").asString("Unknown");
            lines.add(phase + node.filter(why -> !isWell()).map(", not ready: "::concat).orElse(""));
        }
        return lines;
    }

    private void container(String kind, JsonNode container, List<String> lines) {
        String who = kind + " " + container.path("name").asString();
        JsonNode waiting = container.path("state").path("waiting");
        if (!waiting.isMissingNode()) {
            lines.add(who + " waiting " + summary(waiting));
        }
        JsonNode ended = container.path("state").has("terminated") ? container.path("state").path("terminated")
                : container.path("lastState").path("terminated");
        if (ended.path("exitCode").asInt(0) != 0) {
            lines.add("%s last ended with %d %s".formatted(who, ended.path("exitCode").asInt(), summary(ended)));
        }
        // A kubelet may show this for minutes before CrashLoopBackOff.
        int restarts = container.path("restartCount").asInt(0);
        if (restarts > 0 && (endsAgain(container)
                || container.path("state").path("terminated").path("exitCode").asInt(0) != 0)) {
            lines.add("%s ended again, restarts: %d".formatted(who, restarts));
        }
        if (waiting.isMissingNode() && container.path("state").has("running") && !container.path("ready").asBoolean()) {
            lines.add(who + " runs but is not ready");
        }
    }

    private static String summary(JsonNode of) {
        String message = of.path("message").asString("").replace('\n', ' ').strip();
        return of.path("reason").asString("") + (message.isEmpty() ? "" : ": " + message);
    }

    private JsonNode condition(String type) {
        for (JsonNode condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asString().equals(type)) {
                return condition;
            }
        }
        return pod.path("noSuchCondition");
    }
}
