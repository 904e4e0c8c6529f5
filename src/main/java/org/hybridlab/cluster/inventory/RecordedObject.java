package org.hybridlab.cluster.inventory;

import java.util.Optional;
import java.util.Set;

import tools.jackson.databind.JsonNode;

/**
 * An object as it was.
 *
 * @param namespace empty for objects of the whole cluster
 * @param digest of what it said
 * @param essence what it said; empty for Secrets, of which no copy is kept
 * @param applied whether {@code up} applied it
 * @param owner what of it is hybridlab's, as the API server has it; empty for Secrets
 * @param own digest of what is hybridlab's of it, if the API server says what that is
 */
public record RecordedObject(ObjectKind kind, String namespace, String name, String digest,
                             Optional<JsonNode> essence, boolean applied, Optional<JsonNode> owner,
                             Optional<String> own) {
    public RecordedObject {
        // An empty Optional is written as null, which is read as JSON's null.
        owner = owner.filter(JsonNode::isObject);
        essence = essence.filter(node -> !node.isNull());
    }

    static RecordedObject of(ClusterObject object) {
        JsonNode essence = ObjectEssence.of(object);
        boolean secret = object.kind().id().equals("secrets");
        FieldOwners owners = FieldOwners.of(object, FieldOwner::isOfApply);
        return new RecordedObject(object.kind(), object.namespace(), object.name(), Inventory.digest(essence),
                secret ? Optional.empty() : Optional.of(essence), object.isAppliedBy(FieldOwner.MANAGER),
                secret ? Optional.empty() : FieldOwner.of(object), owners.ours().isEmpty() ? Optional.empty()
                        : Optional.of(Inventory.digest(owners.part(essence))));
    }

    RecordedObject withEssence(JsonNode other) {
        return new RecordedObject(kind, namespace, name, Inventory.digest(other), Optional.of(other), applied, owner,
                own);
    }

    public String key() {
        return ClusterObject.key(kind.id(), namespace, name);
    }

    /** For people. */
    public String title() {
        return ClusterObject.title(kind.kind(), namespace, name);
    }

    /** A namespace is in itself. */
    boolean isIn(Set<String> namespaces) {
        return namespaces.contains(kind.id().equals("namespaces") ? name : namespace);
    }

    String path() {
        return kind.path(namespace, name);
    }
}
