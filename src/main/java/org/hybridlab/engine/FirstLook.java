package org.hybridlab.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.engine.journal.Records;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/**
 * Probes before a run, by step id.
 *
 * @param destructions what the run would destroy now
 */
public record FirstLook(Map<String, Probe> seen, List<Destruction> destructions) {
    public FirstLook {
        seen = Map.copyOf(seen);
        destructions = List.copyOf(destructions);
    }

    static FirstLook of(Plan plan, Records records, Map<String, Probe> seen) {
        return new FirstLook(seen, plan.steps().stream().flatMap(step -> destruction(step, records,
                Optional.ofNullable(seen.get(step.id())))).toList());
    }

    private static Stream<Destruction> destruction(Step step, Records records, Optional<Probe> seen) {
        boolean runs = Decision.byRecord(step, records).isPresent()
                || seen.filter(probe -> Decision.byLook(probe).runs()).isPresent();
        return seen.filter(probe -> runs).flatMap(Probe::destroys).map(what -> new Destruction(step, what)).stream();
    }
}
