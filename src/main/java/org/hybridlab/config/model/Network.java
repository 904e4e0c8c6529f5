package org.hybridlab.config.model;

import java.util.Optional;

/**
 * A lab's networks. None of them overlap.
 *
 * @param machines the machine network, with one fixed address each
 * @param pods Kubernetes cuts it into one /24 per node
 * @param services virtual addresses; the tenth is the cluster's DNS
 * @param vni VXLAN network identifier; Windows accepts only 4096 and above
 * @param port VXLAN UDP port; Windows accepts only 4789
 * @param domain DNS domain of the cluster
 * @param overlays how the pod network and kube-proxy run on Windows machines
 * @param virtualAddress the API server's in the machine network, for several control planes or on request
 * @param dns servers for names outside of the cluster
 */
public record Network(NetworkMode mode, Cidr machines, Cidr pods, Cidr services, int vni, int port, String domain,
                      OverlayStyle overlays, Optional<Ipv4> virtualAddress, DnsSettings dns) {
    /** With the mode's defaults and no virtual address. */
    public Network(NetworkMode mode, Cidr machines, Cidr pods, Cidr services, int vni, int port, String domain) {
        this(mode, machines, pods, services, vni, port, domain, mode.traits().overlays().get(0), Optional.empty(),
                DnsSettings.NONE);
    }

    public Network with(Optional<Ipv4> address) {
        return new Network(mode, machines, pods, services, vni, port, domain, overlays, address, dns);
    }

    /** The first service address: the API server as pods see it. */
    public Ipv4 apiService() {
        return services.address(1);
    }

    /** Network + 10, as kubeadm does it. */
    public Ipv4 dnsService() {
        return services.address(10);
    }

    /** Name of the HNS network, which the CNI configuration and kube-proxy must use too. */
    public String hnsNetwork() {
        return mode.traits().pluginOnWindows() ? plugin().windows().hnsNetwork(mode.traits().encapsulates(), vni)
                : "l2bridge";
    }

    public PodNetworkPlugin plugin() {
        return mode.traits().plugin();
    }
}
