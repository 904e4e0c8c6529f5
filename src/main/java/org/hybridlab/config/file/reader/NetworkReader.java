package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.file.schema.ChoiceShape;
import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.schema.NumberShape;
import org.hybridlab.config.file.schema.Shape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.DnsSettings;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.RefusedMode;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

final class NetworkReader {
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
            Field.optional("windowsAgents", ChoiceShape.of("windows-agents-unknown",
                    "The agents of Windows machines are services or DaemonSets.",
                    Stream.of(OverlayStyle.values()).map(OverlayStyle::id).toList(), "a way to run the agents"),
                    "Windows agents", "How flannel and kube-proxy run on Windows machines: as services of the host, "
                    + "which need nothing else, or as HostProcess DaemonSets.")
                    .absent("services"),
            Field.optional("dns", DnsReader.DNS, "DNS",
                    "Whom the machines ask for names from outside of the cluster."),
            Field.optional("virtualAddress", Forms.ADDRESS, "Virtual address",
                    "The API server's address in `network.machines`, which several control planes hold by turns: "
                    + "kubeadm's controlPlaneEndpoint. Without it, several control planes get the tenth address of "
                    + "the network, which the last of them keeps, and a single one none.").examples("192.168.56.10"));

    private static final Cidr PODS = Cidr.parse("10.244.0.0/16");
    private static final Cidr SERVICES = Cidr.parse("10.96.0.0/12");
    private static final int VNI = 4096;
    private static final int PORT = 4789;
    private static final String DOMAIN = "cluster.local";
    private static final List<String> KEYS = List.of("mode", "machines", "pods", "services", "vni", "port", "domain",
            "windowsAgents", "virtualAddress", "dns");

    private final Part lab;
    private final Origins origins;

    NetworkReader(Part lab, Origins origins) {
        this.lab = lab;
        this.origins = origins;
    }

    /** @param provider for an open machine network */
    Network read(OpenChoices choices, Optional<ProviderName> provider) {
        Optional<Part> network = lab.part("network");
        lab.value("network").ifPresent(node -> origins.put(Place.of("network"), node));
        network.ifPresent(part -> KEYS.forEach(
                key -> part.value(key).ifPresent(node -> origins.put(Place.network(key), node))));
        Cidr pods = cidr(network, "pods").orElse(PODS);
        Cidr services = cidr(network, "services").orElse(SERVICES);
        NetworkMode mode = network.flatMap(part -> part.text("mode")).map(NetworkMode::of)
                .orElse(NetworkMode.FLANNEL_VXLAN);
        return new Network(mode,
                cidr(network, "machines")
                        .orElseGet(() -> choices.machineNetwork(provider, List.of(pods, services))),
                pods, services,
                network.flatMap(part -> part.number("vni")).orElse(VNI),
                network.flatMap(part -> part.number("port")).orElse(PORT),
                network.flatMap(part -> part.text("domain")).orElse(DOMAIN),
                network.flatMap(part -> part.text("windowsAgents")).map(OverlayStyle::of)
                        .orElse(mode.traits().overlays().get(0)),
                network.flatMap(part -> part.text("virtualAddress")).map(Ipv4::parse),
                network.map(part -> DnsReader.read(part, origins)).orElse(DnsSettings.NONE));
    }

    private static Optional<Cidr> cidr(Optional<Part> network, String key) {
        return network.flatMap(part -> part.parsed(key, Cidr::parse, ReadingRules.HOST_BITS,
                "Write the network's first address before the slash."));
    }

    /** A network mode. Tells known unsupported modes from misspelled ones. */
    private record NetworkModeShape(ChoiceShape modes) implements Shape {
        private static final RuleEntry REFUSED = new RuleEntry("network-mode-refused",
                "The network mode is one that hybridlab builds, not wincni, OVN, Azure CNI or Calico.");

        NetworkModeShape() {
            this(ChoiceShape.of("network-mode-unknown", "The network mode is one that hybridlab knows.",
                    Stream.of(NetworkMode.values()).map(NetworkMode::id).toList(), "a network mode"));
        }

        @Override
        public void check(Node node, Problems problems) {
            Optional<RefusedMode> refused = Scalar.of(node).map(Scalar::text).flatMap(RefusedMode::of);
            if (refused.isEmpty()) {
                modes.check(node, problems);
                return;
            }
            problems.report(REFUSED, node, "hybridlab does not build this mode: " + refused.get().state(),
                    "Write `mode: %s`.".formatted(refused.get().instead().id()));
        }

        @Override
        public Map<String, Object> schema() {
            return modes.schema();
        }

        @Override
        public List<RuleEntry> rules() {
            return Stream.concat(modes.rules().stream(), Stream.of(REFUSED)).toList();
        }
    }

    static final class DnsReader {
        static final MappingShape DNS = MappingShape.of("dns",
                Field.optional("servers", ListShape.of(Forms.ADDRESS, 3), "DNS servers",
                        "Addresses that the machines ask, and the cluster's DNS for names from outside. Without "
                        + "it, those that the box or the provider's network names.")
                        .examples(List.of("192.168.56.5")),
                Field.optional("search", ListShape.of(Forms.SEARCH_DOMAIN, 6), "Search domains",
                        "DNS suffixes that are tried after a short name. The first is also the primary DNS suffix "
                        + "of Windows machines. Without it, LAB.internal on Windows machines.")
                        .examples(List.of("lan.example")));

        private DnsReader() {
        }

        static DnsSettings read(Part network, Origins origins) {
            return network.part("dns").map(part -> {
                for (String key : List.of("servers", "search")) {
                    origins.putItems(Place.of("network", "dns", key), part, key);
                }
                return new DnsSettings(part.texts("servers").stream().map(Ipv4::parse).toList(), part.texts("search"));
            }).orElse(DnsSettings.NONE);
        }
    }
}
