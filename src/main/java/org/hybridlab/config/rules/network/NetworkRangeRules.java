package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class NetworkRangeRules {
    private static final List<Special> SPECIAL = List.of(
            new Special(Cidr.parse("0.0.0.0/8"), "this host"),
            new Special(Cidr.parse("127.0.0.0/8"), "loopback"),
            new Special(Cidr.parse("169.254.0.0/16"), "link-local addresses"),
            new Special(Cidr.parse("198.18.0.0/15"), "benchmarks"),
            new Special(Cidr.parse("224.0.0.0/3"), "multicast and the future"));
    private record Special(Cidr network, String meaning) {
    }
    /** For carriers' NAT (RFC 6598), also used by Tailscale. */
    private static final Cidr SHARED = Cidr.parse("100.64.0.0/10");
    /** RFC 1918, documentation (RFC 5737) and shared addresses. */
    private static final List<Cidr> NOBODYS = Stream.concat(Stream.of(SHARED), Stream.of("10.0.0.0/8", "172.16.0.0/12",
            "192.168.0.0/16", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24").map(Cidr::parse)).toList();

    public static final Rule NETWORKS_OVERLAP = Rule.of("networks-overlap",
            "The networks of machines, pods and services do not overlap.",
            Set.of(NETWORK, MACHINES), NetworkRangeRules::networksOverlap);

    /** For example, every VirtualBox machine is on 10.0.2.0/24 too. */
    public static final Rule PROVIDER_NETWORK_OVERLAP = Rule.of("provider-network-overlap",
            "No network of the lab overlaps one of the provider's own.",
            Set.of(NETWORK, PROVIDER), facts ->
                facts.lab().provider().stream().flatMap(provider -> provider.traits().ownNetworks().stream()
                .flatMap(own -> LabFileNetwork.of(facts.lab().network()).stream()
                        .filter(one -> one.cidr().overlaps(own))
                        .map(one -> error(one.place(), "%s overlaps %s, which is %s's own network"
                                .formatted(one, own, provider.traits().title()), "Take another network.")))).toList());

    /** Otherwise the host loses its own LAN. */
    public static final Rule HOST_ROUTE_OVERLAP = Rule.of("host-route-overlap",
            "No network of the lab overlaps one that the host reaches.",
            Set.of(NETWORK), facts -> facts.host().networks().stream()
                .flatMap(taken -> LabFileNetwork.of(facts.lab().network()).stream()
                        .filter(one -> one.cidr().overlaps(taken) && !joins(facts, one, taken))
                        .map(one -> reached(one, taken))).toList());

    /** VirtualBox refuses others since 6.1.28, unless /etc/vbox/networks.conf says otherwise. */
    public static final Rule VIRTUALBOX_RANGE = Rule.of("virtualbox-range",
            "On VirtualBox, the machine network is in 192.168.56.0/21.",
            Set.of(NETWORK, PROVIDER), facts -> facts.lab().provider().map(ProviderName::traits).stream()
                .flatMap(traits -> traits.allowedMachineNetworks().stream()
                        .filter(allowed -> !inside(facts.lab().network().machines(), allowed))
                        .map(allowed -> error(Place.network("machines"), "%s allows machine networks in %s, not %s"
                                .formatted(traits.title(), allowed, facts.lab().network().machines()),
                                "Take a /24 of that network, or none: `up` then picks one that is free.")))
                .toList());

    /** IANA registered them (RFC 6890). */
    public static final Rule NETWORK_SPECIAL = Rule.of("network-special",
            "No network is reserved for a special purpose.",
            Set.of(NETWORK), facts -> LabFileNetwork.of(facts.lab().network()).stream().flatMap(one -> SPECIAL.stream()
                .filter(special -> special.network().overlaps(one.cidr()))
                .map(special -> error(one.place(), "%s overlaps %s, which is for %s"
                        .formatted(one, special.network(), special.meaning()),
                        "Take a private network: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16 have many."))).toList());

    /** Public machine networks take packets from the host. Others only hide real hosts from the lab. */
    public static final Rule NETWORK_PUBLIC = Rule.of("network-public", "Networks are private ones.",
            Set.of(NETWORK), facts -> LabFileNetwork.of(facts.lab().network()).stream()
                .filter(one -> SPECIAL.stream().noneMatch(special -> special.network().overlaps(one.cidr())))
                .flatMap(one -> one.key().equals("machines") ? publicNetwork(one, Severity.ERROR, "the host",
                        range -> inside(one.cidr(), range))
                        : publicNetwork(one, Severity.WARNING, "the lab", range -> range.overlaps(one.cidr())))
                .toList());

    private NetworkRangeRules() {
    }

    private static List<Defect> networksOverlap(LabFacts facts) {
        Network network = facts.lab().network();
        return Stream.of(overlap("pods", network.pods(), "machines", network.machines()),
                overlap("services", network.services(), "machines", network.machines()),
                overlap("services", network.services(), "pods", network.pods())).flatMap(Optional::stream).toList();
    }

    private static Optional<Defect> overlap(String key, Cidr network, String otherKey, Cidr other) {
        return network.overlaps(other) ? Optional.of(error(Place.network(key),
                "network.%s, %s, overlaps network.%s, %s".formatted(key, network, otherKey, other),
                "Take another network for one of the two.")) : Optional.empty();
    }

    /** A lab that joins a cluster on this host shares its network. */
    private static boolean joins(LabFacts facts, LabFileNetwork one, Cidr taken) {
        return facts.lab().joinsExisting() && one.key().equals("machines") && one.cidr().equals(taken);
    }

    /**
     * The lab still comes up if the host's network is wider, or only pods lose it. A route to shared addresses belongs
     * to somebody else, such as Tailscale.
     */
    private static Defect reached(LabFileNetwork one, Cidr taken) {
        boolean hidden = one.key().equals("machines")
                && (taken.prefix() >= one.cidr().prefix() || inside(one.cidr(), SHARED));
        String message = "%s overlaps %s, which the host already reaches".formatted(one, taken);
        return hidden ? error(one.place(), message, "Take another network, or none: `up` then picks one that is free.")
                : warning(one.place(), message, "If the lab is to reach that network, take another one for it.");
    }

    private static Stream<Defect> publicNetwork(LabFileNetwork one, Severity severity, String cutOff,
                                                Predicate<Cidr> isIn) {
        return NOBODYS.stream().anyMatch(isIn) ? Stream.of() : Stream.of(new Defect(severity, one.place(),
                Optional.empty(), "%s belongs to someone on the internet".formatted(one),
                "Take a private network, or %s cannot reach those hosts.".formatted(cutOff)));
    }

    private static boolean inside(Cidr network, Cidr allowed) {
        return allowed.contains(network.network()) && network.prefix() >= allowed.prefix();
    }
}
