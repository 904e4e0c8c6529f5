package org.hybridlab.config.rules.core;

import org.hybridlab.common.text.EnumIds;

public enum Severity {
    /** The lab cannot come up. */
    ERROR,
    /** The lab can come up. */
    WARNING;

    public String id() {
        return EnumIds.of(this);
    }
}
