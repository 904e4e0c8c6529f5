package org.hybridlab.diagnose;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/** Why a pod is not ready, a line for each reason. */
record PodStory(JsonNode pod) {
    String name() {
        return pod.path("metadata").path("namespace").asString() + "/" + pod.path("metadata").path("name").asString();
    }

    /** Ready, or done, or on its way out. */
    boolean isWell() {
        String phase = pod.path("status").path("phase").asString("");
        return phase.equals("Succeeded") || pod.path("metadata").has("deletionTimestamp") || condition("Ready")
                .path("status").asString("").equals("True");
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

    private static Optional<Instant> moment(JsonNode text) {
        return text.isString() ? Optional.of(Instant.parse(text.asString())) : Optional.empty();
    }

    List<String> lines() {
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
            lines.add(status.path("phase").asString("Unknown"));
        }
        return lines;
    }

    private static void container(String kind, JsonNode container, List<String> lines) {
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
        if (restarts > 0 && container.path("state").path("terminated").path("exitCode").asInt(0) != 0) {
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
