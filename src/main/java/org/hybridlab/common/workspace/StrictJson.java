package org.hybridlab.common.workspace;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes hybridlab's records. A missing key or a null is an error. */
public final class StrictJson {
    /** Null is read as an empty Optional. What {@code isX} methods derive is not written. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .changeDefaultVisibility(found -> found.withIsGetterVisibility(Visibility.NONE)).build();

    private StrictJson() {
    }
}
