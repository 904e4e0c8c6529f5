package org.hybridlab.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.engine.journal.Records;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/**
 * What was seen of steps at the start of a run, and which of it still holds: as soon as something that a step needs
 * runs, directly or not, what was seen of that step is old.
 */
final class ProbeCache {
    private final Map<String, Probe> seen = new HashMap<>();
    private final Set<String> ran = new HashSet<>();
    private final Map<String, Set<String>> upstream = new LinkedHashMap<>();

    ProbeCache(Plan plan) {
        for (Step step : plan.steps()) {
            Set<String> all = new HashSet<>(step.needs());
            step.needs().forEach(need -> all.addAll(upstream.get(need)));
            upstream.put(step.id(), all);
        }
    }

    /**
     * The steps that are worth a look before anything runs: recorded as done, with the same inputs, and not behind a
     * step that will run whatever is seen. And those that may destroy something, as that is said before.
     */
    static List<Step> worthALook(Plan plan, Records records) {
        ProbeCache looks = new ProbeCache(plan);
        plan.steps().stream().filter(step -> Decision.byRecord(step, records).isPresent()).forEach(looks::willRun);
        return plan.steps().stream().filter(step -> step.action().mayDestroy()
                || !looks.ran.contains(step.id()) && looks.holds(step)).toList();
    }

    void saw(String step, Probe probe) {
        seen.put(step, probe);
    }

    void willRun(Step step) {
        ran.add(step.id());
    }

    /** Whether nothing that the step needs has run. */
    boolean holds(Step step) {
        return upstream.get(step.id()).stream().noneMatch(ran::contains);
    }

    /** Empty if the step has to be looked at now. */
    Optional<Probe> stillTrue(Step step) {
        return holds(step) ? Optional.ofNullable(seen.get(step.id())) : Optional.empty();
    }
}
