package org.hybridlab.diagnose;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Pod;
import tools.jackson.databind.JsonNode;

/**
 * Why a pod is not ready, a line for each reason.
 *
 * @param now by the API server's clock
 */
record PodStory(JsonNode pod, Instant now) {
    /** A container that runs for longer has got over it. */
    private static final Duration LATELY = Duration.ofMinutes(5);
    /** The kubelet waits so long after the third end, and longer after each that follows: not after the first two. */
    private static final Duration BACK_OFF = Duration.ofSeconds(20);
    /** A container that its probe ends may take so long to go, and is not ready only then. */
    private static final Duration LAST_PROBES = Duration.ofMinutes(1);
    private static final String MIRROR = "kubernetes.io/config.mirror";

    String name() {
        return pod.path("metadata").path("namespace").asString() + "/" + pod.path("metadata").path("name").asString();
    }

    /** Ready, or done, or on its way out. One that ends again and again is ready in between. */
    boolean isWell() {
        String phase = pod.path("status").path("phase").asString("");
        return phase.equals("Succeeded") || pod.path("metadata").has("deletionTimestamp") || condition("Ready")
                .path("status").asString("").equals("True") && pod.path("status").path("containerStatuses")
                .valueStream().noneMatch(this::endsAgain);
    }

    /**
     * Whether it runs only since a moment, after it failed so often that the kubelet waited. What ended with its
     * machine, or with the lab, began before the pod's present sandbox was ready.
     */
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
     * An end that its controller has answered with another pod: what an eviction leaves lies there for days.
     *
     * @param since what ended later is news
     */
    boolean isHistory(Instant since) {
        return pod.path("status").path("phase").asString("").equals("Failed")
                && pod.path("metadata").has("ownerReferences") && moment(condition("Ready").path("lastTransitionTime"))
                .or(() -> moment(pod.path("status").path("startTime"))).filter(end -> end.isBefore(since)).isPresent();
    }

    /**
     * Whether news that its probe failed is from before what makes it not ready now: the kubelet tells of each
     * probe that fails, for as long as it does.
     */
    boolean isProbeOver(Instant news) {
        return condition("Ready").path("status").asString("").equals("False")
                && moment(condition("Ready").path("lastTransitionTime"))
                .filter(unready -> news.isBefore(unready.minus(LAST_PROBES))).isPresent();
    }

    /**
     * Whether an event is of another pod, which had the same name before. The kubelet knows static pods by the hash of
     * their files, and not by the uid that the API server gives to their mirrors.
     */
    boolean isOfAnother(JsonNode involvedObject) {
        String told = involvedObject.path("uid").asString("");
        String uid = pod.path("metadata").path("uid").asString("");
        return !told.isEmpty() && !uid.isEmpty() && !told.equals(uid)
                && !pod.path("metadata").path("annotations").has(MIRROR);
    }

    private static Optional<Instant> moment(JsonNode text) {
        return text.isString() ? Optional.of(Instant.parse(text.asString())) : Optional.empty();
    }

    /** @param node why its node is to blame, if it is */
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
        // A kubelet may show this for minutes before it says CrashLoopBackOff.
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
