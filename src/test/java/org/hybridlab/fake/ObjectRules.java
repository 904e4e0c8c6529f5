package org.hybridlab.fake;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the API server refuses of Jobs, Services and StatefulSets, and what it adds to them. */
final class ObjectRules {
    private ObjectRules() {
    }

    /** As the API server generates it of a new Job; its labels are those of its pods if it has none. */
    static void select(ObjectNode job) {
        JsonNode metadata = job.path("metadata");
        ObjectNode labels = job.withObject("/spec/template/metadata/labels");
        for (String prefix : List.of("", "batch.kubernetes.io/")) {
            labels.set(prefix + "controller-uid", metadata.path("uid"));
            labels.set(prefix + "job-name", metadata.path("name"));
        }
        job.withObject("/spec/selector/matchLabels").set("batch.kubernetes.io/controller-uid", metadata.path("uid"));
        if (metadata.path("labels").isEmpty()) {
            ((ObjectNode) metadata).set("labels", labels.deepCopy());
        }
    }

    static void mustHaveNoSelector(ObjectNode job) {
        if (!job.at("/spec/manualSelector").asBoolean(false) && (job.path("spec").has("selector")
                || job.at("/spec/template/metadata/labels").has("batch.kubernetes.io/controller-uid"))) {
            throw FakeApi.refused("spec.selector: `selector` not auto-generated");
        }
    }

    static boolean wantsPortOf(JsonNode service, Collection<ObjectNode> others) {
        return service.at("/spec/ports").valueStream().filter(port -> port.has("nodePort")).anyMatch(port -> others
                .stream().anyMatch(one -> one.at("/spec/ports/0/nodePort").equals(port.path("nodePort"))));
    }

    /** A node port that is left open stays as it was, or is chosen; a type without ports has none. */
    static void complete(ObjectNode service, Optional<ObjectNode> before, int free) {
        ObjectNode spec = service.withObject("/spec");
        if (!spec.has("type")) {
            spec.put("type", "ClusterIP");
        }
        JsonNode earlier = before.map(one -> one.at("/spec/ports/0/nodePort")).filter(JsonNode::isNumber).orElse(
                FakeApi.JSON.getNodeFactory().numberNode(free));
        spec.path("ports").forEach(port -> {
            if (!port.has("nodePort") && !spec.path("type").asString().equals("ClusterIP")) {
                ((ObjectNode) port).set("nodePort", earlier);
            }
        });
    }

    static void mustKeep(String path, JsonNode before, JsonNode wanted) {
        List<String> fixed = path.contains("/jobs/") ? List.of("clusterIP", "template", "selector")
                : path.contains("/statefulsets/") ? List.of("clusterIP", "serviceName") : List.of("clusterIP");
        if (fixed.stream().anyMatch(field -> !wanted.path("spec").path(field).equals(before.path("spec")
                .path(field)))) {
            throw FakeObjects.unfit("field is immutable");
        }
    }
}
