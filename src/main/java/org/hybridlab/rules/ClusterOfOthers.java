package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Role;

/** One cluster has one control plane. */
final class ClusterOfOthers implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("cluster-control-plane", "A lab that joins a cluster brings workers only.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.CLUSTER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return !facts.lab().joinsExisting() ? List.of() : Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().role() != Role.WORKER)
                .map(one -> error(Place.machine(one.number(), "role"),
                        "%s is a %s, and the cluster that the lab joins has its own".formatted(one.item().name(),
                                one.item().role().word()), "Make it a worker, or leave `cluster` out.")).toList();
    }
}
