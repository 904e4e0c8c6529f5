package org.hybridlab.config.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What code must know of a pod network plugin. The rest is in templates: {@code kubernetes/<id>.yaml.ftl} is its
 * manifest.
 *
 * @param id of its manifest's template, its image in the bundle and its CNI program
 * @param title for the middle of a sentence
 * @param leastNodeNetworks number of /24 that the pod network must hold
 */
public record PodNetworkPlugin(String id, String title, Objects objects, Files files, Windows windows,
                               int leastNodeNetworks) {
    /** Names of its kube-flannel.yml and of its Windows files (https://github.com/flannel-io/flannel). */
    public static final PodNetworkPlugin FLANNEL = new PodNetworkPlugin("flannel", "flannel",
            new Objects("kube-flannel", "app=flannel", "kube-flannel", "kube-flannel-cfg", "net-conf.json",
                    "flannel.alpha.coreos.com/public-ip"),
            new Files("/etc/cni/net.d/10-flannel.conflist", "/run/flannel", "subnet.env", "FLANNEL_SUBNET=%s/", "cni0",
                    "FLANNEL-FWD"),
            // Overlays are named by VNI (vxlan_windows.go), and bridges are cbr0 (hostgw_windows.go).
            new Windows("flanneld", "start-flanneld.ps1", "C:\\etc\\kube-flannel", "10-flannel.conflist",
                    "flannel-windows", "flannel.", "cbr0"),
            // pkg/subnet/config.go refuses less.
            4);

    /**
     * Its objects in the cluster.
     *
     * @param daemonSet prefix of its DaemonSets' names
     * @param configKey of the JSON in it
     * @param nodeNote annotation that its pod writes to its node at its start
     */
    public record Objects(String namespace, String selector, String daemonSet, String configMap, String configKey,
                          String nodeNote) {
    }

    /**
     * Its files on a Linux machine.
     *
     * @param cniSettings written by its pod at its start
     * @param state folder that must not outlive a cluster
     * @param share file there with the node's pod CIDR
     * @param shareLine line of that file, {@code %s} for the machine's own address in it
     * @param chain of iptables that accepts forwarded packets of pods
     */
    public record Files(String cniSettings, String state, String share, String shareLine, String bridge,
                        String chain) {
        public String sharePath() {
            return state + "/" + share;
        }
    }

    /**
     * Its parts on a Windows machine, for modes that run it there.
     *
     * @param cniSettings file name of the CNI configuration
     * @param account ServiceAccount in {@link Objects#namespace()}
     * @param overlayPrefix of the HNS network's name with VXLAN, before the VNI
     * @param bridgeName the HNS network's name otherwise
     */
    public record Windows(String service, String script, String settings, String cniSettings, String account,
                          String overlayPrefix, String bridgeName) {
        /** The HNS network's default name. */
        public String hnsNetwork(boolean vxlan, int vni) {
            return vxlan ? overlayPrefix + vni : bridgeName;
        }
    }

    /** The VXLAN interface of a Linux machine, named as the HNS network. */
    public String overlayInterface(int vni) {
        return windows.overlayPrefix() + vni;
    }

    public static List<PodNetworkPlugin> all() {
        return Stream.of(NetworkMode.values()).map(mode -> mode.traits().plugin()).distinct().toList();
    }

    /** Namespaces of Kubernetes' own pods, then those of all plugins. */
    public static List<String> systemNamespaces() {
        return Stream.concat(Stream.of("kube-system"), all().stream().map(plugin -> plugin.objects().namespace()))
                .toList();
    }

    /** For sentences about a cluster whose plugin is unknown. */
    public static String titles() {
        return all().stream().map(PodNetworkPlugin::title).collect(Collectors.joining(" or "));
    }
}
