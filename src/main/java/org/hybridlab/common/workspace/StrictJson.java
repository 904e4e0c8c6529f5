package org.hybridlab.common.workspace;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes hybridlab's own records. A record that lacks a key, or has null for one, cannot be read. */
public final class StrictJson {
    /** Null is read as an empty Optional. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES).build();

    private StrictJson() {
    }
}
