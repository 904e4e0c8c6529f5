package org.hybridlab.cluster.inventory;

import java.util.Optional;

import org.hybridlab.cluster.api.ApiServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Field ownership of objects that {@code up} applied: hybridlab owns its manifest's fields, so that {@code up} can
 * remove them. A soft reset writes under another name, and restores the owners afterwards.
 */
final class FieldOwner {
    static final String MANAGER = "hybridlab";
    private static final String RESET = "hybridlab-reset";
    static final String OPTION = "?fieldManager=" + RESET;

    private FieldOwner() {
    }

    /** Hybridlab's managedFields entry: names of fields, no values of Secrets. */
    static Optional<JsonNode> of(ClusterObject object) {
        return object.metadata().path("managedFields").valueStream().filter(FieldOwner::isOfApply).findFirst();
    }

    static boolean isOfApply(JsonNode entry) {
        return entry.path("manager").asString("").equals(MANAGER) && entry.path("operation").asString("")
                .equals("Apply");
    }

    /** True if managedFields lacks hybridlab, as after a reset that was cut off. */
    static boolean isLost(RecordedObject wanted, ClusterObject now) {
        return wanted.owner().isPresent() && of(now).isEmpty();
    }

    /** @param written response to the write with {@link #OPTION} */
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
