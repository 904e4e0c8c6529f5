package org.hybridlab.cluster.api;

import java.util.Optional;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates an object without touching one that somebody else created. Its field manager marks it, so it is recognised
 * even if the answer was lost.
 */
public record NewObject(ApiServer api, String path, String mark) {
    private static final int ATTEMPTS = 8;
    private static final String MANAGER = "manager";
    private static final String FIELDS = "managedFields";

    /** Empty if the object exists, maybe from an earlier call: see {@link #isMarked}. */
    public Optional<JsonNode> make(Manifest object) {
        return api.create(path.substring(0, path.lastIndexOf('/')), mark, object.yaml());
    }

    public static boolean isMarked(JsonNode live, String mark) {
        return live.path("metadata").path(FIELDS).valueStream().anyMatch(entry -> isOf(entry, mark));
    }

    private static boolean isOf(JsonNode entry, String mark) {
        return entry.path(MANAGER).asString("").equals(mark);
    }

    /** Gives the fields to server-side apply, so that later ones can be removed (kubernetes/kubernetes#99003). */
    public void handOver(JsonNode made) {
        JsonNode live = made;
        for (int attempt = 1; isMarked(live, mark); attempt++) {
            try {
                api.merge(path, handedOver(live));
                return;
            } catch (LabException e) {
                if (!e.id().equals("api-conflict") || attempt == ATTEMPTS) {
                    throw e;
                }
                // A controller wrote its status meanwhile.
                live = api.get(path);
            }
        }
    }

    private String handedOver(JsonNode live) {
        JsonNode fields = live.path("metadata").path(FIELDS).deepCopy();
        fields.valueStream().filter(entry -> isOf(entry, mark)).forEach(entry ->
                ((ObjectNode) entry).put(MANAGER, AppliedManifests.MANAGER).put("operation", "Apply"));
        ObjectNode patch = JsonMapper.shared().createObjectNode();
        patch.putObject("metadata").put("resourceVersion", live.path("metadata").path("resourceVersion").asString(""))
                .set(FIELDS, fields);
        return patch.toString();
    }
}
