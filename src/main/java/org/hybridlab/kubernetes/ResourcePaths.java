package org.hybridlab.kubernetes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.hybridlab.failure.LabException;

import tools.jackson.databind.JsonNode;

/** Where the API server keeps objects of a kind, by its own discovery documents; each is read once. */
final class ResourcePaths {
    private final ApiServer api;
    private final Map<String, JsonNode> groups = new ConcurrentHashMap<>();

    ResourcePaths(ApiServer api) {
        this.api = api;
    }

    /** For example {@code /apis/apps/v1/namespaces/default/deployments/web}. */
    String of(Manifest object) {
        String group = (object.apiVersion().contains("/") ? "/apis/" : "/api/") + object.apiVersion();
        JsonNode resource = resource(group, object);
        return group + (resource.path("namespaced").asBoolean() ? "/namespaces/" + object.namespace() : "")
                + "/" + resource.path("name").asString() + "/" + object.name();
    }

    private JsonNode resource(String group, Manifest object) {
        for (JsonNode resource : groups.computeIfAbsent(group, api::get).path("resources")) {
            // "deployments/scale" and its like are of the same kind, but no place to apply to.
            if (resource.path("kind").asString().equals(object.kind())
                    && !resource.path("name").asString().contains("/")) {
                return resource;
            }
        }
        throw LabException.labFailed("manifest-kind-unknown", "The cluster does not know the kind %s of %s."
                .formatted(object.kind(), object.apiVersion()), "Check apiVersion and kind of " + object.reference()
                + " in its manifest.");
    }
}
