package org.hybridlab.common.workspace;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes hybridlab's records. A missing key or a null is an error. */
public final class StrictJson {
    /** Null is read as an empty Optional. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES).build();

    private StrictJson() {
    }
}
