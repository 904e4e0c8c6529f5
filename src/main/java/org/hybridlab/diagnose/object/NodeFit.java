package org.hybridlab.diagnose.object;

import java.util.Map;

import tools.jackson.databind.JsonNode;

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
