package org.hybridlab.cluster.inventory;

import java.util.Optional;

import org.hybridlab.cluster.api.ApiServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who owns the fields of an object that {@code up} applied: hybridlab those of its manifest, so that a later {@code up}
 * takes away what the manifest no longer has. A writer owns what it changed; a soft reset writes by another name, and
 * then puts the owners back.
 */
final class FieldOwner {
    /** Who applies what {@code up} makes. */
    static final String MANAGER = "hybridlab";
    private static final String RESET = "hybridlab-reset";
    /** To be added to a path. */
    static final String OPTION = "?fieldManager=" + RESET;

    private FieldOwner() {
    }

    /** Hybridlab's own entry in what the API server keeps of owners: names of fields, no values of Secrets. */
    static Optional<JsonNode> of(ClusterObject object) {
        return object.metadata().path("managedFields").valueStream().filter(FieldOwner::isOfApply).findFirst();
    }

    static boolean isOfApply(JsonNode entry) {
        return entry.path("manager").asString("").equals(MANAGER) && entry.path("operation").asString("")
                .equals("Apply");
    }

    /** Whether the API server does not say that it is hybridlab's, as after a reset that was cut off. */
    static boolean isLost(RecordedObject wanted, ClusterObject now) {
        return wanted.owner().isPresent() && of(now).isEmpty();
    }

    /** @param written what the API server made of the object that was written by the {@link #OPTION} */
    static void putBack(ApiServer api, RecordedObject wanted, JsonNode written) {
        if (wanted.owner().isEmpty()) {
            return;
        }
        ObjectNode patch = JsonMapper.shared().createObjectNode();
        ArrayNode owners = patch.putObject("metadata").putArray("managedFields");
        written.path("metadata").path("managedFields").valueStream()
                .filter(entry -> !isOfApply(entry) && !entry.path("manager").asString("").equals(RESET))
                .forEach(owners::add);
        owners.add(wanted.owner().get());
        api.merge(wanted.path(), patch.toString());
    }
}
