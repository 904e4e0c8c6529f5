package org.hybridlab.cluster.inventory;

import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An object without what the API server and controllers write into every object of its kind. */
final class ObjectEssence {
    private static final List<String> OF_THE_SERVER = List.of("managedFields", "resourceVersion", "generation", "uid",
            "creationTimestamp", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds");
    private static final List<String> ANNOTATIONS = List.of("deployment.kubernetes.io/revision",
            "deprecated.daemonset.template.generation", "kubectl.kubernetes.io/last-applied-configuration");

    private ObjectEssence() {
    }

    /** Adds apiVersion and kind, which lists leave out, so it can be sent back. */
    static ObjectNode of(ClusterObject object) {
        ObjectNode essence = (ObjectNode) object.json().deepCopy();
        essence.put("apiVersion", object.kind().apiVersion()).put("kind", object.kind().kind());
        essence.remove("status");
        if (essence.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(OF_THE_SERVER);
            withoutAnnotations(metadata);
        }
        if (essence.path("spec").path("template").path("metadata") instanceof ObjectNode template
                && template.path("annotations") instanceof ObjectNode annotations) {
            annotations.remove("kubectl.kubernetes.io/restartedAt");
            if (annotations.isEmpty()) {
                template.remove("annotations");
            }
        }
        if (essence.has("aggregationRule")) {
            // A controller aggregates the rules of other roles.
            essence.remove("rules");
        }
        return (ObjectNode) JobSelector.without(object.kind(), essence);
    }

    private static void withoutAnnotations(ObjectNode metadata) {
        if (metadata.path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(ANNOTATIONS);
            if (annotations.isEmpty()) {
                metadata.remove("annotations");
            }
        }
    }

    /** For objects whose replicas an autoscaler sets. */
    static JsonNode withoutReplicas(ObjectNode essence) {
        if (essence.path("spec") instanceof ObjectNode spec) {
            spec.remove("replicas");
        }
        return essence;
    }
}
