package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Network;

/** An address that means two things reaches one of them. */
final class NetworksApart implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("networks-overlap", "The networks of machines, pods and services do not overlap.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Network network = facts.lab().network();
        return Stream.of(overlap("pods", network.pods(), "machines", network.machines()),
                overlap("services", network.services(), "machines", network.machines()),
                overlap("services", network.services(), "pods", network.pods())).flatMap(Optional::stream).toList();
    }

    private Optional<Violation> overlap(String key, Cidr network, String otherKey, Cidr other) {
        return network.overlaps(other) ? Optional.of(error(Place.network(key),
                "network.%s, %s, overlaps network.%s, %s".formatted(key, network, otherKey, other),
                "Take another network for one of the two.")) : Optional.empty();
    }
}
