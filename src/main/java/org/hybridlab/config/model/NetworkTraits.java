package org.hybridlab.config.model;

import java.util.List;

/**
 * What a network mode consists of and requires. Rules, planners, templates and docs read this table.
 *
 * @param backend of the plugin's Linux configuration
 * @param hnsType of the Windows network: {@code Overlay} or {@code L2Bridge}
 * @param delegate CNI plugin that creates endpoints of Windows pods, without {@code .exe}
 * @param pluginOnWindows whether the plugin runs on Windows; otherwise hybridlab sets the routes
 * @param overlays how its Windows parts may run; the first is the default
 * @param gateways least number of Linux machines for the virtual gateways
 */
public record NetworkTraits(String title, PodNetworkPlugin plugin, String backend, String hnsType, String delegate,
                            boolean pluginOnWindows, List<OverlayStyle> overlays, int gateways) {
    private static final String VXLAN = "vxlan";
    private static final String HOST_GW = "host-gw";
    private static final String OVERLAY = "Overlay";
    private static final String L2BRIDGE = "L2Bridge";

    public NetworkTraits {
        overlays = List.copyOf(overlays);
    }

    /** Whether pod traffic uses VXLAN. Otherwise it is routed. */
    public boolean encapsulates() {
        return backend.equals(VXLAN);
    }

    static NetworkTraits of(NetworkMode mode) {
        return switch (mode) {
            case FLANNEL_VXLAN -> new NetworkTraits("flannel, VXLAN", PodNetworkPlugin.FLANNEL, VXLAN, OVERLAY,
                    "win-overlay", true, List.of(OverlayStyle.SERVICES, OverlayStyle.DAEMONSET), 0);
            case FLANNEL_HOST_GW -> new NetworkTraits("flannel, routes by host", PodNetworkPlugin.FLANNEL, HOST_GW,
                    L2BRIDGE, "win-bridge", true, List.of(OverlayStyle.SERVICES, OverlayStyle.DAEMONSET), 0);
            // Two peers keep the address when one fails. The third decides if they lose each other.
            case TOR_WINBRIDGE -> new NetworkTraits("win-bridge behind a virtual gateway", PodNetworkPlugin.FLANNEL,
                    HOST_GW, L2BRIDGE, "win-bridge", false, List.of(OverlayStyle.SERVICES), 2);
            // rancher/rke2, pkg/windows/flannel.go: flanneld and kube-proxy are processes of the host.
            case RKE2 -> new NetworkTraits("RKE2's flannel, VXLAN", PodNetworkPlugin.FLANNEL, VXLAN, OVERLAY,
                    "win-overlay", true, List.of(OverlayStyle.SERVICES), 0);
        };
    }
}
