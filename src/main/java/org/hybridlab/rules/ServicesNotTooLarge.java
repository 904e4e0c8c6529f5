package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** kubeadm refuses more. */
final class ServicesNotTooLarge implements Rule {
    /** kubeadm: MaximumBitsForServiceSubnet is 20. */
    private static final int LARGEST = 12;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("services-network-large", "The service network is a /12 or smaller.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr services = facts.lab().network().services();
        return services.prefix() >= LARGEST ? List.of() : List.of(error(Place.network("services"),
                "%s is too large: kubeadm takes a /12 at most".formatted(services), "Take for example 10.96.0.0/12."));
    }
}
