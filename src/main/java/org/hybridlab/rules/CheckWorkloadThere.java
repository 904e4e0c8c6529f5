package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.CheckSpec;

/** The check would wait for its whole time and fail. */
final class CheckWorkloadThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("check-workload-unknown", "A check looks into a workload of the lab's apps.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CHECKS, Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (!facts.allSeen()) {
            return List.of();
        }
        return Numbered.of(facts.lab().checks()).stream()
                .filter(one -> one.item().probe() instanceof CheckSpec.ExecInPod exec
                        && facts.apps().stream().noneMatch(app -> app.workload(exec).isPresent()))
                .map(one -> warning(Place.of("checks", one.number(), "execInPod", "workload"),
                        "no app of the lab has the workload that '%s' looks into".formatted(one.item().name()),
                        "It can only pass if you apply that workload yourself. Is the namespace right?"))
                .toList();
    }
}
