package org.hybridlab.labfile;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.rules.core.Place;
import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.Network;
import org.hybridlab.lab.NetworkMode;
import org.hybridlab.lab.OverlayStyle;
import org.hybridlab.lab.ProviderName;

/** The key {@code network}. */
final class NetworkReader {
    private static final Cidr PODS = Cidr.parse("10.244.0.0/16");
    private static final Cidr SERVICES = Cidr.parse("10.96.0.0/12");
    private static final int VNI = 4096;
    private static final int PORT = 4789;
    private static final String DOMAIN = "cluster.local";
    private static final List<String> KEYS = List.of("mode", "machines", "pods", "services", "vni", "port", "domain",
            "overlays", "virtualAddress");

    private final Part lab;
    private final Origins origins;

    NetworkReader(Part lab, Origins origins) {
        this.lab = lab;
        this.origins = origins;
    }

    /** @param provider of the lab, for a machine network that is left open */
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
                network.flatMap(part -> part.text("overlays")).map(OverlayStyle::of)
                        .orElse(mode.traits().overlays().get(0)),
                network.flatMap(part -> part.text("virtualAddress")).map(Ipv4::parse));
    }

    private static Optional<Cidr> cidr(Optional<Part> network, String key) {
        return network.flatMap(part -> part.parsed(key, Cidr::parse, ReadingRules.HOST_BITS,
                "Write the network's first address before the slash."));
    }
}
