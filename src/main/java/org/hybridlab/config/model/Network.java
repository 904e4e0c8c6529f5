package org.hybridlab.config.model;

import java.util.Optional;

/**
 * The networks of a lab. No two of them overlap.
 *
 * @param machines the machines' own network, with one fixed address each
 * @param pods cut into one /24 per node by Kubernetes
 * @param services virtual addresses; the tenth is the cluster's DNS
 * @param vni VXLAN network identifier; Windows accepts 4096 and above only
 * @param port VXLAN UDP port; Windows accepts 4789 only
 * @param domain DNS domain of the cluster
 * @param overlays how the pod network and kube-proxy run on Windows machines
 * @param virtualAddress the API server's, in the machine network; there if the lab has several control planes, or asks
 *        for one
 * @param dns whom machines ask for names from outside of the cluster
 */
public record Network(NetworkMode mode, Cidr machines, Cidr pods, Cidr services, int vni, int port, String domain,
                      OverlayStyle overlays, Optional<Ipv4> virtualAddress, DnsSettings dns) {
    /** Networks with what the mode itself decides, and no virtual address. */
    public Network(NetworkMode mode, Cidr machines, Cidr pods, Cidr services, int vni, int port, String domain) {
        this(mode, machines, pods, services, vni, port, domain, mode.traits().overlays().get(0), Optional.empty(),
                DnsSettings.NONE);
    }

    /** The same networks with that virtual address, or none. */
    public Network with(Optional<Ipv4> address) {
        return new Network(mode, machines, pods, services, vni, port, domain, overlays, address, dns);
    }

    /** The first service address: the API server as pods see it. */
    public Ipv4 apiService() {
        return services.address(1);
    }

    /** Address of the cluster's DNS service; kubeadm's rule, network + 10. */
    public Ipv4 dnsService() {
        return services.address(10);
    }

    /** The HNS network on Windows machines, which CNI configuration and kube-proxy must call by the same name. */
    public String hnsNetwork() {
        return mode.traits().pluginOnWindows() ? plugin().windows().hnsNetwork(mode.traits().encapsulates(), vni)
                : "l2bridge";
    }

    /** What makes the pod network. */
    public PodNetworkPlugin plugin() {
        return mode.traits().plugin();
    }
}
