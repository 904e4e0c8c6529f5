package org.hybridlab.cluster.api;

import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A manifest and the object that the API server made of it, as text: its uid and generation among it, without what
 * controllers write into every object of its kind.
 */
final class ObjectState {
    private static final List<String> OF_CONTROLLERS = List.of("managedFields", "resourceVersion");
    /** The Deployment controller's, a moment after the Deployment was made. */
    private static final String REVISION = "deployment.kubernetes.io/revision";

    private ObjectState() {
    }

    /** @param object as the API server has it; stays as it is. */
    static String of(Manifest manifest, JsonNode object) {
        JsonNode kept = object.deepCopy();
        if (kept instanceof ObjectNode fields) {
            fields.remove("status");
            if (fields.path("metadata") instanceof ObjectNode metadata) {
                metadata.remove(OF_CONTROLLERS);
                withoutRevision(metadata);
            }
        }
        return manifest.yaml() + kept;
    }

    private static void withoutRevision(ObjectNode metadata) {
        if (metadata.path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(REVISION);
            if (annotations.isEmpty()) {
                metadata.remove("annotations");
            }
        }
    }
}
