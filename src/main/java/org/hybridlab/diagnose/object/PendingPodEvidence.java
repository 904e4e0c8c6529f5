package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import tools.jackson.databind.JsonNode;

/** Pods that no scheduler handles, or whose node label does not exist. */
final class PendingPodEvidence {
    private static final Duration MOMENT = Duration.ofSeconds(20);

    private PendingPodEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        List<LiveObject> waiting = lists.of("/api/v1/pods").stream().filter(pod -> !pod.isEnding()
                && pod.text("status", "phase").equals("Pending") && pod.text("spec", "nodeName").isEmpty()).toList();
        waiting.stream().filter(pod -> pod.at("status", "conditions").isEmpty() && pod.isOlderThan(MOMENT, lists.now())
                && !pod.text("spec", "schedulerName").equals("default-scheduler")
                && !pod.text("spec", "schedulerName").isEmpty()).forEach(pod ->
                lines.say("Pod %s%s waits for the scheduler %s".formatted(pod.fullName(), deployment(lists, pod)
                        .map(name -> " of the Deployment " + name).orElse(""), pod.text("spec", "schedulerName"))));
        waiting.stream().filter(pod -> pod.condition("PodScheduled", "False").isPresent())
                .forEach(pod -> labels(lists, pod, lines));
    }

    private static Optional<String> deployment(ClusterLists lists, LiveObject pod) {
        return pod.owner("ReplicaSet").flatMap(name -> lists.find("/apis/apps/v1/replicasets", pod.namespace(), name))
                .flatMap(set -> set.owner("Deployment"));
    }

    /** Kubernetes' own labels describe a node, and cannot be added as a fix. */
    private static void labels(ClusterLists lists, LiveObject pod, ObjectLines lines) {
        List<LiveObject> nodes = lists.of("/api/v1/nodes");
        Map<String, String> missing = LiveObject.texts(pod.at("spec", "nodeSelector"));
        Map<String, String> present = new TreeMap<>(missing);
        missing.entrySet().removeIf(label -> label.getKey().contains("kubernetes.io/")
                || nodes.stream().anyMatch(node -> labels(node).entrySet().contains(label)));
        present.keySet().removeAll(missing.keySet());
        NodeFit fit = new NodeFit(pod, present);
        Optional<String> open = nodes.stream().filter(fit::isFor).filter(node -> Collections.disjoint(
                labels(node).keySet(), missing.keySet())).map(LiveObject::name).findFirst();
        missing.forEach((key, value) -> lines.say("Pod %s asks for the node label %s=%s, which no node has%s".formatted(
                pod.fullName(), key, value, open.map(node -> "; " + node + " takes pods").orElse(""))));
    }

    private static Map<String, String> labels(LiveObject node) {
        return LiveObject.texts(node.at("metadata", "labels"));
    }

    /**
     * Whether a pod may run on a node.
     *
     * @param selector relevant labels of the pod's nodeSelector
     */
    record NodeFit(LiveObject pod, Map<String, String> selector) {
        boolean isFor(LiveObject node) {
            return !node.at("spec", "unschedulable").asBoolean(false) && !asksForMore() && LiveObject.texts(node.at(
                    "metadata", "labels")).entrySet().containsAll(selector.entrySet())
                    && node.at("spec", "taints").valueStream().allMatch(this::tolerates);
        }

        /** Only the scheduler judges affinity. */
        private boolean asksForMore() {
            return pod.at("spec", "affinity", "nodeAffinity").has("requiredDuringSchedulingIgnoredDuringExecution");
        }

        private boolean tolerates(JsonNode taint) {
            return taint.path("effect").asString("").equals("PreferNoSchedule") || pod.at("spec", "tolerations")
                    .valueStream().anyMatch(toleration -> covers(toleration, taint));
        }

        /** Unset fields of a toleration match everything. */
        private static boolean covers(JsonNode toleration, JsonNode taint) {
            boolean any = toleration.path("operator").asString("").equals("Exists");
            return isIn(toleration, taint, "effect") && (any ? isIn(toleration, taint, "key")
                    : isSame(toleration, taint, "key") && isSame(toleration, taint, "value"));
        }

        private static boolean isIn(JsonNode toleration, JsonNode taint, String field) {
            return toleration.path(field).asString("").isEmpty() || isSame(toleration, taint, field);
        }

        private static boolean isSame(JsonNode toleration, JsonNode taint, String field) {
            return toleration.path(field).asString("").equals(taint.path(field).asString(""));
        }
    }
}
