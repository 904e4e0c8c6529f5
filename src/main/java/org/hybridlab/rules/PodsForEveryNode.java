package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** The controller-manager gives each node a /24; the last ones would get none. */
final class PodsForEveryNode implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("pods-network-small", "The pod network has a /24 for every node.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr pods = facts.lab().network().pods();
        long nodes = facts.lab().nodes().size();
        return PodSubnets.in(pods) >= nodes ? List.of() : List.of(error(Place.network("pods"),
                "%s holds %d networks of /24, and the lab has %d nodes".formatted(pods, PodSubnets.in(pods), nodes),
                "Take a larger network, for example a /16."));
    }
}
