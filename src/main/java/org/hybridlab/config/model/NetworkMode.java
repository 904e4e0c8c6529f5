package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** How pods of different machines reach each other. */
public enum NetworkMode {
    FLANNEL_VXLAN, FLANNEL_HOST_GW, TOR_WINBRIDGE, RKE2;

    /** What it is made of, for rules, planners, templates and docs. */
    public NetworkTraits traits() {
        return NetworkTraits.of(this);
    }

    /** As lab files write it, for example {@code FLANNEL_VXLAN} in lower case with dashes. */
    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no mode has that word */
    public static NetworkMode of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
