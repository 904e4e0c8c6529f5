package org.hybridlab.cluster.inventory;

import java.util.HashMap;
import java.util.Map;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What autoscalers scale.
 *
 * @param least number of replicas that they may choose, by kind, namespace and name
 */
record Autoscalers(Map<String, Integer> least) {
    static Autoscalers of(ClusterObjects now) {
        Map<String, Integer> least = new HashMap<>();
        now.all().stream().filter(object -> object.kind().id().equals("horizontalpodautoscalers.autoscaling"))
                .forEach(scaler -> {
                    JsonNode spec = scaler.json().path("spec");
                    JsonNode target = spec.path("scaleTargetRef");
                    least.put(key(target.path("kind").asString(), scaler.namespace(), target.path("name").asString()),
                            spec.path("minReplicas").asInt(1));
                });
        return new Autoscalers(least);
    }

    /** Whether its number of replicas is an autoscaler's. None leaves 0 by itself, unless it may choose that. */
    boolean scale(ClusterObject object) {
        Integer fewest = least.get(key(object.kind().kind(), object.namespace(), object.name()));
        return fewest != null && (fewest == 0 || object.json().path("spec").path("replicas").asInt(1) > 0);
    }

    /** Lets what an object is to be have the number of replicas that it has now. */
    static void keep(ClusterObject now, JsonNode wanted) {
        JsonNode replicas = now.json().path("spec").path("replicas");
        if (wanted.path("spec") instanceof ObjectNode spec && !replicas.isMissingNode()) {
            spec.set("replicas", replicas);
        }
    }

    private static String key(String kind, String namespace, String name) {
        return "%s/%s/%s".formatted(kind, namespace, name);
    }
}
