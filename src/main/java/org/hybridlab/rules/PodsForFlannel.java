package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** flannel refuses smaller ones (pkg/subnet/config.go). */
final class PodsForFlannel implements Rule {
    private static final int NEEDED = 4;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("pods-network-flannel", "The pod network has room for four /24, as flannel wants it.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr pods = facts.lab().network().pods();
        long subnets = PodSubnets.in(pods);
        boolean otherRule = subnets < facts.lab().nodes().size();
        return otherRule || subnets >= NEEDED ? List.of() : List.of(error(Place.network("pods"),
                "%s holds %d networks of /24, and flannel wants four".formatted(pods, subnets),
                "Take at least a /22, for example a /16."));
    }
}
