package org.hybridlab.cluster.inventory;

import java.util.HashMap;
import java.util.Map;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** @param least number of replicas that autoscalers may choose, by kind, namespace and name of their target */
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

    /** An autoscaler ignores an object with 0 replicas, unless it may choose 0 itself. */
    boolean scale(ClusterObject object) {
        Integer fewest = least.get(key(object.kind().kind(), object.namespace(), object.name()));
        return fewest != null && (fewest == 0 || object.json().path("spec").path("replicas").asInt(1) > 0);
    }

    /** Copies the present number of replicas into the wanted object. */
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
