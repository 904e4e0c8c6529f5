package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** The cluster's DNS has the tenth address (kubeadm: MinimumAddressesInServiceSubnet). */
final class ServicesNotTooSmall implements Rule {
    private static final int SMALLEST = 28;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("services-network-small", "The service network is a /28 or larger.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr services = facts.lab().network().services();
        return services.prefix() <= SMALLEST ? List.of() : List.of(error(Place.network("services"),
                "%s has no tenth address for the cluster's DNS".formatted(services), "Take for example 10.96.0.0/12."));
    }
}
