package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** kubeadm refuses more. */
final class PodsNotTooLarge implements Rule {
    /** kubeadm: PodSubnetNodeMaskMaxDiff is 16, and nodes get a /24. */
    private static final int LARGEST = 8;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("pods-network-large", "The pod network is a /8 or smaller.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr pods = facts.lab().network().pods();
        return pods.prefix() >= LARGEST ? List.of() : List.of(error(Place.network("pods"),
                "%s is too large for networks of /24: kubeadm takes at most 16 bits between the two".formatted(pods),
                "Take a /8 or smaller, for example 10.244.0.0/16."));
    }
}
