package org.hybridlab.cluster.inventory;

import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * An object as it was.
 *
 * @param namespace empty for objects of the whole cluster
 * @param digest of what it said
 * @param essence what it said; empty for Secrets, of which no copy is kept
 * @param applied whether {@code up} applied it
 * @param owner what of it is hybridlab's, as the API server has it; empty for Secrets and in earlier records
 */
public record RecordedObject(ObjectKind kind, String namespace, String name, String digest,
                             Optional<JsonNode> essence, boolean applied, Optional<JsonNode> owner) {
    public RecordedObject {
        // What a file has no value for is read as JSON's null.
        owner = owner == null ? Optional.empty() : owner.filter(JsonNode::isObject);
        essence = essence.filter(node -> !node.isNull()).map(node -> JobSelector.without(kind, node));
    }

    public String key() {
        return ClusterObject.key(kind.id(), namespace, name);
    }

    /** For people. */
    public String title() {
        return ClusterObject.title(kind.kind(), namespace, name);
    }

    String path() {
        return kind.path(namespace, name);
    }
}
