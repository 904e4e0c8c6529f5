package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

public enum NetworkMode {
    FLANNEL_VXLAN, FLANNEL_HOST_GW, TOR_WINBRIDGE, RKE2;

    public static final NetworkMode DEFAULT = FLANNEL_VXLAN;

    public NetworkTraits traits() {
        return NetworkTraits.of(this);
    }

    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException for an unknown id */
    public static NetworkMode of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
