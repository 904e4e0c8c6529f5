package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** IANA registered them (RFC 6890). */
final class OrdinaryNetworks implements Rule {
    private static final List<Special> SPECIAL = List.of(
            new Special(Cidr.parse("0.0.0.0/8"), "this host"),
            new Special(Cidr.parse("127.0.0.0/8"), "loopback"),
            new Special(Cidr.parse("169.254.0.0/16"), "link-local addresses"),
            new Special(Cidr.parse("224.0.0.0/3"), "multicast and the future"));

    private record Special(Cidr network, String meaning) {
    }

    @Override
    public RuleEntry entry() {
        return new RuleEntry("network-special", "No network is one of those with a meaning of their own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return LabNetwork.of(facts.lab().network()).stream().flatMap(one -> SPECIAL.stream()
                .filter(special -> special.network().overlaps(one.cidr()))
                .map(special -> error(one.place(), "%s overlaps %s, which is for %s"
                        .formatted(one, special.network(), special.meaning()),
                        "Take a private network: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16 have many."))).toList();
    }
}
