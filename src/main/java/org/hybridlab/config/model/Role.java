package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** What a machine is for. */
public enum Role {
    CONTROL_PLANE, WORKER, ETCD;

    /** As lab files write it, for example {@code CONTROL_PLANE} in lower case with dashes. */
    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no role has that word */
    public static Role of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
