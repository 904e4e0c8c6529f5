package org.hybridlab.diagnose.object;

import java.time.Duration;

/** Pods that no scheduler looks at. */
final class PendingPodEvidence {
    private static final Duration MOMENT = Duration.ofSeconds(20);

    private PendingPodEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        lists.of("/api/v1/pods").stream().filter(pod -> pod.text("status", "phase").equals("Pending")
                && pod.text("spec", "nodeName").isEmpty() && !pod.isEnding()
                && pod.at("status", "conditions").isEmpty() && pod.isOlderThan(MOMENT, lists.now())
                && !pod.text("spec", "schedulerName").equals("default-scheduler")
                && !pod.text("spec", "schedulerName").isEmpty()).forEach(pod ->
                lines.say("Pod %s waits for the scheduler %s".formatted(pod.fullName(),
                        pod.text("spec", "schedulerName"))));
    }
}
