package org.hybridlab.labfile;

import java.util.stream.Stream;

import org.hybridlab.lab.OverlayStyle;

/** The key {@code network}. */
final class NetworkShape {
    static final MappingShape NETWORK = MappingShape.of("network",
            Field.optional("mode", new NetworkModeShape(),
                    "Mode", "How pods of different machines reach each other.").absent("flannel-vxlan"),
            Field.optional("machines", Forms.NETWORK, "Machine network",
                    "The machines' own network. Without it, `up` picks one that is free on the host.")
                    .examples("192.168.56.0/24"),
            Field.optional("pods", Forms.NETWORK, "Pod network", "Cut into one /24 for each node.")
                    .absent("10.244.0.0/16"),
            Field.optional("services", Forms.NETWORK, "Service network",
                    "Virtual addresses of Services; the tenth is the cluster's DNS.").absent("10.96.0.0/12"),
            Field.optional("vni", NumberShape.of("vni-range", "A VXLAN network identifier has 24 bits.", 1, 16_777_215,
                    "a VXLAN network identifier"), "VNI", "VXLAN network identifier. Windows machines need 4096 to "
                    + "65535. Only for modes with VXLAN.").absent(4096),
            Field.optional("port", NumberShape.of("vxlan-port-range", "A UDP port is 1 to 65535.", 1, 65_535,
                    "a UDP port"), "VXLAN port", "UDP port of VXLAN. Windows machines need 4789. "
                    + "Only for modes with VXLAN.").absent(4789),
            Field.optional("domain", Forms.DOMAIN, "Domain", "DNS domain of the cluster.").absent("cluster.local"),
            Field.optional("overlays", ChoiceShape.of("overlays-unknown", "Overlays are services or a DaemonSet.",
                    Stream.of(OverlayStyle.values()).map(OverlayStyle::word).toList(), "a way to run overlays"),
                    "Overlays", "How flannel and kube-proxy run on Windows machines: as services of the host, which "
                    + "need nothing else, or as HostProcess DaemonSets. Without it, `services`; with `ch18-classic`, "
                    + "`daemonset`."),
            Field.optional("virtualAddress", Forms.ADDRESS, "Virtual address",
                    "The API server's address in `network.machines`, which several control planes hold by turns: "
                    + "kubeadm's controlPlaneEndpoint. Without it, several control planes get the tenth address of "
                    + "the network, and a single one none.").examples("192.168.56.10"));

    private NetworkShape() {
    }
}
