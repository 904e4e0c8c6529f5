package org.hybridlab.lab;

/**
 * The networks of a lab. No two of them overlap.
 *
 * @param machines the machines' own network, with one fixed address each
 * @param pods cut into one /24 per node by Kubernetes
 * @param services virtual addresses; the tenth is the cluster's DNS
 * @param vni VXLAN network identifier; Windows accepts 4096 and above only
 * @param port VXLAN UDP port; Windows accepts 4789 only
 * @param domain DNS domain of the cluster
 */
public record Network(NetworkMode mode, Cidr machines, Cidr pods, Cidr services, int vni, int port, String domain) {
    /** The first service address: the API server as pods see it. */
    public Ipv4 apiService() {
        return services.address(1);
    }

    /** Address of the cluster's DNS service; kubeadm's rule, network + 10. */
    public Ipv4 dnsService() {
        return services.address(10);
    }
}
