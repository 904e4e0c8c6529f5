package org.hybridlab.cluster.inventory;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import tools.jackson.databind.JsonNode;

/**
 * What people change of a node.
 *
 * @param taints without those that controllers give and take
 */
public record RecordedNode(Map<String, String> labels, List<JsonNode> taints, boolean cordoned) {
    /** Of the node lifecycle controller: not ready, unreachable, under pressure, unschedulable. */
    private static final String OF_CONTROLLERS = "node.kubernetes.io/";

    static RecordedNode of(JsonNode node) {
        Map<String, String> labels = new TreeMap<>();
        node.path("metadata").path("labels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        return new RecordedNode(labels, node.path("spec").path("taints").valueStream()
                .filter(taint -> !isOfControllers(taint)).toList(),
                node.path("spec").path("unschedulable").asBoolean(false));
    }

    static boolean isOfControllers(JsonNode taint) {
        return taint.path("key").asString().startsWith(OF_CONTROLLERS);
    }
}
