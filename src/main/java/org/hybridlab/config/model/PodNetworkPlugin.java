package org.hybridlab.config.model;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What makes the pod network: all that code asks of it. What it does stands in templates:
 * {@code kubernetes/<id>.yaml.ftl} is its manifest.
 *
 * @param id of its manifest's template, of its image in the bundle, and of its CNI program
 * @param title for people, in the middle of a sentence
 * @param objects what it has in the cluster
 * @param files what it has on a Linux machine
 * @param windows what it has on a Windows machine
 * @param leastNodeNetworks how many /24 the pod network must have room for
 * @param holdsPolicies whether it refuses what NetworkPolicies forbid
 */
public record PodNetworkPlugin(String id, String title, Objects objects, Files files, Windows windows,
                               int leastNodeNetworks, boolean holdsPolicies) {
    /** In names and images of what drops packets that NetworkPolicies forbid. */
    public static final Pattern POLICY_CONTROLLER = Pattern.compile(".*(calico|cilium|canal|kube-router|antrea|weave|"
            + "network-polic).*");
    /** https://github.com/flannel-io/flannel: names of its kube-flannel.yml, and of its own on Windows. */
    public static final PodNetworkPlugin FLANNEL = new PodNetworkPlugin("flannel", "flannel",
            new Objects("kube-flannel", "app=flannel", "kube-flannel", "kube-flannel-cfg", "net-conf.json",
                    "flannel.alpha.coreos.com/public-ip"),
            new Files("/etc/cni/net.d/10-flannel.conflist", "/run/flannel", "subnet.env", "FLANNEL_SUBNET=%s/", "cni0"),
            // It names overlays by their VNI (vxlan_windows.go), and bridges cbr0 (hostgw_windows.go).
            new Windows("flanneld", "start-flanneld.ps1", "C:\\etc\\kube-flannel", "10-flannel.conflist",
                    "flannel-windows", "flannel.", "cbr0"),
            // pkg/subnet/config.go refuses less.
            4, false);

    /**
     * What it has in the cluster.
     *
     * @param namespace of all of it
     * @param selector of its pods, as a label
     * @param daemonSet what the names of its DaemonSets begin with
     * @param configMap that holds its network configuration
     * @param configKey of the configuration in it, JSON
     * @param nodeNote annotation that its pod puts on its node, once, at its start
     */
    public record Objects(String namespace, String selector, String daemonSet, String configMap, String configKey,
                          String nodeNote) {
    }

    /**
     * What it has on a Linux machine.
     *
     * @param cniSettings that its pod writes once, at its start
     * @param state its folder that must not outlive a cluster
     * @param share its file in that folder that names the node's part of the pod network
     * @param shareLine how that file names it, {@code %s} for the machine's own address in it
     * @param bridge of the machine's pods
     */
    public record Files(String cniSettings, String state, String share, String shareLine, String bridge) {
        /** The path of the file that names the node's part of the pod network. */
        public String sharePath() {
            return state + "/" + share;
        }
    }

    /**
     * What it has on a Windows machine, for modes that run it there.
     *
     * @param service of the host that runs it
     * @param script that the service starts
     * @param settings folder of its configuration
     * @param cniSettings name of its file for the kubelet's CNI
     * @param account its ServiceAccount, in {@link Objects#namespace()}
     * @param overlayPrefix of the HNS network's name if pods' packets travel in VXLAN; the VNI follows
     * @param bridgeName the HNS network's name otherwise
     */
    public record Windows(String service, String script, String settings, String cniSettings, String account,
                          String overlayPrefix, String bridgeName) {
        /** The name of the network in Windows' Host Networking Service, unless its configuration gives it another. */
        public String hnsNetwork(boolean vxlan, int vni) {
            return vxlan ? overlayPrefix + vni : bridgeName;
        }
    }

    /** The interface of a Linux machine whose packets travel in VXLAN; it has the name of Windows' network. */
    public String overlayInterface(int vni) {
        return windows.overlayPrefix() + vni;
    }

    /** Everything that a lab can have. */
    public static List<PodNetworkPlugin> all() {
        return Stream.of(NetworkMode.values()).map(mode -> mode.traits().plugin()).distinct().toList();
    }

    /** Namespaces of Kubernetes' own pods, and of all pod networks, in that order. */
    public static List<String> systemNamespaces() {
        return Stream.concat(Stream.of("kube-system"), all().stream().map(plugin -> plugin.objects().namespace()))
                .toList();
    }

    /** For sentences about a cluster of which nobody knows what it should have. */
    public static String titles() {
        return all().stream().map(PodNetworkPlugin::title).collect(Collectors.joining(" or "));
    }
}
