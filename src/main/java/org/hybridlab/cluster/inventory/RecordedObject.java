package org.hybridlab.cluster.inventory;

import java.util.Optional;
import java.util.Set;

import tools.jackson.databind.JsonNode;

/**
 * @param namespace empty for cluster-scoped objects
 * @param digest of its content
 * @param essence its content; empty for Secrets, which are not kept
 * @param applied by {@code up}
 * @param owner hybridlab's fields, as the API server has them; empty for Secrets
 * @param own digest of those fields, if known
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
