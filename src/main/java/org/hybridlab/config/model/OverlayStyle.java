package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** How flannel and kube-proxy run on Windows. A DaemonSet also needs the HostProcess base image. */
public enum OverlayStyle {
    SERVICES,
    /** HostProcess containers of hybridlab's DaemonSets. */
    DAEMONSET;

    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException for an unknown id */
    public static OverlayStyle of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT));
    }
}
