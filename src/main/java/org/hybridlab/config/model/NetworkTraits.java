package org.hybridlab.config.model;

import java.util.List;

/**
 * What a network mode is made of, and what it asks of the machines: the one table that rules, planners, templates and
 * docs read.
 *
 * @param title for people
 * @param plugin what makes the pod network
 * @param backend of the plugin on Linux machines, as its configuration names it
 * @param hnsType of the network that Windows machines make: {@code Overlay} or {@code L2Bridge}
 * @param delegate the CNI plugin that gives Windows pods their endpoints, without {@code .exe}
 * @param pluginOnWindows whether the plugin runs on Windows machines too; else their routes are made by hand
 * @param overlays how its Windows parts may run; the first is the default
 * @param gateways how many Linux machines, at least, hold the virtual gateway of a Windows machine by turns
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

    /** Whether pods' packets travel in VXLAN; else machines reach each other's pods by routes. */
    public boolean encapsulates() {
        return backend.equals(VXLAN);
    }

    static NetworkTraits of(NetworkMode mode) {
        return switch (mode) {
            case FLANNEL_VXLAN -> new NetworkTraits("flannel, VXLAN", PodNetworkPlugin.FLANNEL, VXLAN, OVERLAY,
                    "win-overlay", true, List.of(OverlayStyle.SERVICES, OverlayStyle.DAEMONSET), 0);
            case FLANNEL_HOST_GW -> new NetworkTraits("flannel, routes by host", PodNetworkPlugin.FLANNEL, HOST_GW,
                    L2BRIDGE, "win-bridge", true, List.of(OverlayStyle.SERVICES, OverlayStyle.DAEMONSET), 0);
            // Two peers keep the address when one goes; the third decides who holds it when they lose each other.
            case TOR_WINBRIDGE -> new NetworkTraits("win-bridge behind a virtual gateway", PodNetworkPlugin.FLANNEL,
                    HOST_GW, L2BRIDGE, "win-bridge", false, List.of(OverlayStyle.SERVICES), 2);
            // rancher/rke2, pkg/windows/flannel.go: flanneld and kube-proxy are processes of the host.
            case RKE2 -> new NetworkTraits("RKE2's flannel, VXLAN", PodNetworkPlugin.FLANNEL, VXLAN, OVERLAY,
                    "win-overlay", true, List.of(OverlayStyle.SERVICES), 0);
        };
    }
}
