package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.DnsSettings;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.RefusedMode;

final class NetworkReader {
    private static final Cidr PODS = Cidr.parse("10.244.0.0/16");
    private static final Cidr SERVICES = Cidr.parse("10.96.0.0/12");
    private static final int VNI = 4096;
    private static final int PORT = 4789;
    private static final String DOMAIN = "cluster.local";
    private NetworkReader() {
    }

    /** @param provider for an open machine network */
    static Network read(Part lab, OpenChoices choices, Optional<ProviderName> provider) {
        Optional<Part> network = lab.part("network");
        Cidr pods = cidr(network, "pods").orElse(PODS);
        Cidr services = cidr(network, "services").orElse(SERVICES);
        NetworkMode mode = network.flatMap(part -> part.text("mode")).map(NetworkMode::of)
                .orElse(NetworkMode.DEFAULT);
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
                network.flatMap(part -> part.part("dns")).map(part -> new DnsSettings(
                        part.texts("servers").stream().map(Ipv4::parse).toList(), part.texts("search")))
                        .orElse(DnsSettings.NONE));
    }

    private static Optional<Cidr> cidr(Optional<Part> network, String key) {
        return network.flatMap(part -> part.parsed(key, Cidr::parse, ReadingRules.HOST_BITS,
                "Write the network's first address before the slash."));
    }

    /** Tells a mode that is known and not built from a misspelled one. */
    static void refuse(Part lab) {
        lab.part("network").flatMap(part -> part.value("mode")).ifPresent(node -> Scalar.of(node).map(Scalar::text)
                .flatMap(RefusedMode::of).ifPresent(mode -> lab.problems().report(ReadingRules.MODE_REFUSED, node,
                        "hybridlab does not build this mode: " + mode.state(),
                        "Write `mode: %s`.".formatted(mode.instead().id()))));
    }
}
