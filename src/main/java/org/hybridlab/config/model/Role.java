package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

public enum Role {
    CONTROL_PLANE, WORKER, ETCD;

    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException for an unknown id */
    public static Role of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
