package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class DnsRules {
    /** CoreDNS asks these servers too. One inside the cluster would make a loop. */
    public static final Rule DNS_SERVER_UNUSABLE = Rule.of("dns-server-unusable",
            "A DNS server is a host outside of the cluster that every machine can ask, and is listed once.",
            Set.of(NETWORK), DnsRules::dnsServerUnusable);

    /** Containers use their host's servers, but reach the lab's networks first. */
    public static final Rule HOST_DNS_INSIDE = Rule.of("host-dns-inside",
            "On Docker, no name server of the host is in a network of the lab, unless the file names others.",
            Set.of(NETWORK, PROVIDER), DnsRules::hostDnsInside);

    private static final Cidr LOOPBACK = Cidr.parse("127.0.0.0/8");
    private static final Cidr NOWHERE = Cidr.parse("0.0.0.0/8");
    private static final Cidr NO_HOST = Cidr.parse("224.0.0.0/3");

    private DnsRules() {
    }

    private static List<Defect> dnsServerUnusable(LabFacts facts) {
        Network network = facts.lab().network();
        List<Ipv4> servers = network.dns().servers();
        List<Defect> found = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            Place place = Place.of("network", "dns", "servers", i);
            Ipv4 server = servers.get(i);
            Optional<String> why = servers.indexOf(server) < i ? Optional.of("stands there twice")
                    : why(server, network);
            why.ifPresent(reason -> found.add(error(place, "the DNS server %s %s".formatted(server, reason),
                    "Write the address of a DNS server outside of the cluster.")));
        }
        return found;
    }

    private static List<Defect> hostDnsInside(LabFacts facts) {
        Network network = facts.lab().network();
        boolean counts = network.dns().servers().isEmpty() && facts.lab().provider()
                .filter(provider -> provider.traits().sharesKernel()).isPresent();
        return facts.host().nameServers().stream().filter(server -> counts).flatMap(server -> LabFileNetwork.of(network)
                .stream().filter(one -> one.cidr().contains(server)).map(one -> error(one.place(),
                        "%s has the address of this host's name server, %s".formatted(one, server),
                        "Take another network, or name another server in network.dns.servers."))).toList();
    }

    private static Optional<String> why(Ipv4 server, Network network) {
        if (LOOPBACK.contains(server)) {
            return Optional.of("is each machine's own");
        }
        if (NOWHERE.contains(server) || NO_HOST.contains(server)) {
            return Optional.of("is no host's address");
        }
        if (network.services().contains(server)) {
            return Optional.of("is a Service's: CoreDNS would ask itself");
        }
        return network.pods().contains(server) ? Optional.of("is a pod's") : Optional.empty();
    }
}
