package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.lab.NetworkMode;

/** The programs of a legacy mode are of its time, and those of today do not run it. */
final class ModeKubernetes implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("mode-kubernetes",
                "A network mode that belongs to one branch of Kubernetes is used with that branch.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.VERSIONS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        Optional<String> branch = mode.traits().branch();
        return branch.filter(only -> !only.equals(facts.lab().kubernetes().branch())).stream()
                .map(only -> error(Place.network("mode"), "the mode %s goes with Kubernetes %s, not with %s".formatted(
                        mode.word(), only, facts.lab().kubernetes()),
                        "Write `kubernetes: %s.5`, or take flannel-vxlan.".formatted(only))).toList();
    }
}
