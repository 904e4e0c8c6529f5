package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Workloads whose controllers say that they cannot make pods, or have nowhere to put them. */
final class ControllerEvidence {
    private static final String REVISION = "deployment.kubernetes.io/revision";
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

    /**
     * Deployments whose newest revision crashed after it replaced a working one.
     * Without a readiness probe, a container is ready until it ends, and the old pods are gone by then.
     *
     * @param since ignores older revisions
     */
    static void revisions(ClusterLists lists, Duration since, ObjectLines lines) {
        lists.of("/apis/apps/v1/deployments").stream().filter(one -> one.at("spec", "replicas").asInt(1) > 0
                && one.at("status", "readyReplicas").asInt(0) == 0 && !revision(one).equals("1"))
                .filter(one -> newest(lists, one).filter(set -> !set.isOlderThan(since, lists.now())
                        && end(lists, set)).isPresent())
                .forEach(one -> lines.say("Deployment %s has no ready pod: those of its revision %s end".formatted(
                        one.fullName(), revision(one))));
    }

    private static String revision(LiveObject object) {
        return object.text("metadata", "annotations", REVISION);
    }

    private static Optional<LiveObject> newest(ClusterLists lists, LiveObject deployment) {
        return lists.of("/apis/apps/v1/replicasets").stream().filter(set -> isOf(set, deployment, "Deployment")
                && revision(set).equals(revision(deployment))).findFirst();
    }

    private static boolean isOf(LiveObject object, LiveObject owner, String kind) {
        return object.namespace().equals(owner.namespace()) && object.owner(kind).filter(owner.name()::equals)
                .isPresent();
    }

    private static boolean end(ClusterLists lists, LiveObject set) {
        return lists.of("/api/v1/pods").stream().filter(pod -> isOf(pod, set, "ReplicaSet"))
                .flatMap(pod -> pod.at("status", "containerStatuses").valueStream())
                .flatMap(container -> List.of("state", "lastState").stream().map(container::path))
                .anyMatch(state -> state.path("terminated").path("exitCode").asInt(0) != 0);
    }
}
