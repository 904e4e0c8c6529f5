package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.KubernetesVersion;

/** Kubernetes' version skew policy. */
final class KubeletSkew implements Rule {
    private static final int FURTHEST = 3;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("kubelet-skew",
                "A kubelet is not newer than the lab's Kubernetes, and at most three branches older.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.VERSIONS, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        KubernetesVersion server = facts.lab().kubernetes();
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().kubernetes().branchesBehind(server) < 0
                        || one.item().kubernetes().branchesBehind(server) > FURTHEST)
                .map(one -> error(Place.machine(one.number(), "kubernetes"),
                        "the kubelet %s of %s does not go with an API server %s"
                                .formatted(one.item().kubernetes(), one.item().name(), server),
                        "Take the lab's branch or one of the three before it."))
                .toList();
    }
}
