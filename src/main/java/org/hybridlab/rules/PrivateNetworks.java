package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;

/** Others hide real hosts from the lab. */
final class PrivateNetworks implements Rule {
    private static final long FIRST_PUBLIC = Ipv4.parse("1.0.0.0").bits();
    private static final long MULTICAST = Ipv4.parse("224.0.0.0").bits();
    /** RFC 1918, carriers' NAT (RFC 6598), benchmarks (RFC 2544); the special ones have a rule of their own. */
    private static final List<Cidr> PRIVATE = Stream.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
            "100.64.0.0/10", "198.18.0.0/15", "127.0.0.0/8", "169.254.0.0/16").map(Cidr::parse).toList();

    @Override
    public RuleEntry entry() {
        return new RuleEntry("network-public", "Networks are private ones.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return LabNetwork.of(facts.lab().network()).stream()
                .filter(one -> PRIVATE.stream().noneMatch(range -> range.overlaps(one.cidr())))
                .filter(one -> one.cidr().network().bits() >= FIRST_PUBLIC && one.cidr().network().bits() < MULTICAST)
                .map(one -> warning(one.place(), "%s belongs to somebody on the internet".formatted(one),
                        "Take a private network, or the lab cannot reach those hosts.")).toList();
    }
}
