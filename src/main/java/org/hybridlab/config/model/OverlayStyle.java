package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/**
 * How flannel and kube-proxy run on Windows machines. Services need nothing but the programs themselves; a DaemonSet
 * needs the HostProcess base image of another registry besides.
 */
public enum OverlayStyle {
    /** Services of the host, as RKE2 runs them. */
    SERVICES,
    /** HostProcess containers of DaemonSets that hybridlab owns. */
    DAEMONSET;

    /** As lab files write it, for example {@code services}. */
    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no style has that word */
    public static OverlayStyle of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
