package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;

/** A way to connect Windows pods that other texts describe and hybridlab does not build. */
public record RefusedMode(List<String> words, String state, NetworkMode instead) {
    private static final List<RefusedMode> ALL = List.of(
            new RefusedMode(List.of("wincni", "wincni.exe"),
                    "wincni.exe is obsolete and fails where pods are deleted; win-bridge took its place",
                    NetworkMode.FLANNEL_HOST_GW),
            new RefusedMode(List.of("ovn", "ovs", "ovn-kubernetes", "openvswitch"),
                    "Open vSwitch needs an extension of the Windows switch, and no current recipe for clusters of "
                            + "one's own is known", NetworkMode.FLANNEL_VXLAN),
            new RefusedMode(List.of("azure-cni", "azure", "l3", "static-routes"),
                    "Azure CNI with routes written by hand belongs to Azure's own networks; flannel writes the same "
                            + "routes by itself", NetworkMode.FLANNEL_HOST_GW),
            new RefusedMode(List.of("calico"),
                    "Calico is alive on Windows, by an operator of its own that hybridlab does not drive",
                    NetworkMode.FLANNEL_VXLAN));

    public RefusedMode {
        words = List.copyOf(words);
    }

    public static List<RefusedMode> all() {
        return ALL;
    }

    public static Optional<RefusedMode> of(String id) {
        return ALL.stream().filter(mode -> mode.words.contains(id)).findFirst();
    }
}
