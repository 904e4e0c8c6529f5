package org.hybridlab.config.rules.core;

import org.hybridlab.common.text.EnumIds;

/** How much a problem weighs. */
public enum Severity {
    /** The lab cannot come up like this. */
    ERROR,
    /** Worth knowing; costs nothing. */
    WARNING;

    /** For output, for example {@code error}. */
    public String id() {
        return EnumIds.of(this);
    }
}
