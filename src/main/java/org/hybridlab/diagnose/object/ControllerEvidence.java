package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Workloads whose controllers say that they cannot make pods, or have nowhere to put them. */
final class ControllerEvidence {
    /** Metrics of young pods take so long. */
    private static final Duration FIRST_FIGURES = Duration.ofSeconds(120);

    private ControllerEvidence() {
    }

    /** Pods that the API server did not take. */
    static void refusals(ClusterLists lists, ObjectLines lines) {
        lists.of("/apis/apps/v1/deployments").forEach(deployment -> deployment.condition("ReplicaFailure", "True")
                .map(LiveObject::summary).ifPresent(why -> lines.say("Deployment %s makes no pods: %s%s".formatted(
                        deployment.fullName(), why, limitRange(lists, deployment.namespace(), why)))));
    }

    /** A refusal has the name of a quota in it, but not that of a LimitRange. */
    private static String limitRange(ClusterLists lists, String namespace, String refusal) {
        List<LiveObject> ranges = refusal.contains(" usage per ") ? lists.of("/api/v1/limitranges").stream()
                .filter(range -> range.namespace().equals(namespace)).toList() : List.of();
        return ranges.size() == 1 ? "; LimitRange " + ranges.get(0).name() : "";
    }

    /** DaemonSets of kubeadm and hybridlab that a label keeps off all nodes. Which system they are for is their own. */
    static void selectors(ClusterLists lists, ObjectLines lines) {
        List<Map<String, String>> nodes = lists.of("/api/v1/nodes").stream()
                .map(node -> LiveObject.texts(node.at("metadata", "labels"))).toList();
        lists.of("/apis/apps/v1/daemonsets").stream().filter(set -> OwnWorkloads.include(
                "daemonset/" + set.name(), set.json())
                && set.at("status", "desiredNumberScheduled").asInt(1) == 0).forEach(set ->
                LiveObject.texts(set.at("spec", "template", "spec", "nodeSelector")).forEach((key, value) -> {
                    if (!key.equals("kubernetes.io/os") && !key.equals("kubernetes.io/arch")
                            && nodes.stream().noneMatch(labels -> value.equals(labels.get(key)))) {
                        lines.say("DaemonSet %s asks for the node label %s=%s, which no node has".formatted(
                                set.fullName(), key, value));
                    }
                }));
    }

    static void autoscalers(ClusterLists lists, ObjectLines lines) {
        lists.of("/apis/autoscaling/v2/horizontalpodautoscalers").stream()
                .filter(scaler -> scaler.isOlderThan(FIRST_FIGURES, lists.now()))
                .forEach(scaler -> scaler.condition("ScalingActive", "False")
                        .filter(why -> why.path("reason").asString("").startsWith("FailedGet"))
                        .ifPresent(why -> lines.say("HorizontalPodAutoscaler %s gets no figures: %s".formatted(
                                scaler.fullName(), LiveObject.summary(why)))));
    }

    /** @param since what failed before is history */
    static void jobs(ClusterLists lists, Duration since, ObjectLines lines) {
        lists.of("/apis/batch/v1/jobs").forEach(job -> job.condition("Failed", "True")
                .filter(why -> !LiveObject.isBefore(lists.now().minus(since), why.path("lastTransitionTime")))
                .ifPresent(why -> lines.say("Job %s failed: %s".formatted(job.fullName(), LiveObject.summary(why)))));
    }
}
