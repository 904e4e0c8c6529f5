package org.hybridlab.diagnose.object;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Budgets that keep pods on a node which is to be emptied. Elsewhere one that allows nothing is no fault. */
final class DisruptionBudgetEvidence {
    private DisruptionBudgetEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        Set<String> cordoned = lists.of("/api/v1/nodes").stream()
                .filter(node -> node.at("spec", "unschedulable").asBoolean(false)).map(LiveObject::name)
                .collect(Collectors.toSet());
        if (cordoned.isEmpty()) {
            return;
        }
        for (LiveObject budget : lists.of("/apis/policy/v1/poddisruptionbudgets")) {
            Map<String, String> selector = LiveObject.texts(budget.at("spec", "selector", "matchLabels"));
            List<LiveObject> kept = selector.isEmpty() || budget.at("status", "disruptionsAllowed").asInt(1) > 0
                    ? List.of() : lists.of("/api/v1/pods").stream().filter(pod -> pod.namespace().equals(
                    budget.namespace()) && cordoned.contains(pod.text("spec", "nodeName")) && !pod.isEnding()
                    && LiveObject.texts(pod.at("metadata", "labels")).entrySet().containsAll(selector.entrySet()))
                    .toList();
            kept.stream().findFirst().ifPresent(pod -> lines.say(
                    "PodDisruptionBudget %s lets no pod go, and %s is on the cordoned node %s".formatted(
                            budget.fullName(), pod.name(), pod.text("spec", "nodeName"))));
        }
    }
}
