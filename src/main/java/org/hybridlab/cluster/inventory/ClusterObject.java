package org.hybridlab.cluster.inventory;

import java.util.List;

import tools.jackson.databind.JsonNode;

/** @param namespace empty for cluster-scoped objects */
public record ClusterObject(ObjectKind kind, String namespace, String name, JsonNode json) {
    static ClusterObject of(ObjectKind kind, JsonNode json) {
        return new ClusterObject(kind, json.path("metadata").path("namespace").asString(""),
                json.path("metadata").path("name").asString(), json);
    }

    /** Identifies an object, whatever version of its kind was read. */
    public String key() {
        return key(kind.id(), namespace, name);
    }

    static String key(String kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }

    public String path() {
        return kind.path(namespace, name);
    }

    public String title() {
        return title(kind.kind(), namespace, name);
    }

    static String title(String kind, String namespace, String name) {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }

    boolean isEnding() {
        return metadata().has("deletionTimestamp");
    }

    List<String> finalizers() {
        return metadata().path("finalizers").valueStream().map(JsonNode::asString).toList();
    }

    /** Whether the manager wrote fields by server-side apply. */
    boolean isAppliedBy(String manager) {
        return metadata().path("managedFields").valueStream().anyMatch(entry -> entry.path("manager").asString("")
                .equals(manager));
    }

    JsonNode metadata() {
        return json.path("metadata");
    }
}
