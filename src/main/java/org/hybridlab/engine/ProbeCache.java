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
 * Probes from the start of a run that still hold. A probe is out of date once something that its step needs has run,
 * directly or not.
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
     * Steps to probe before a run: those recorded as done with the same inputs and not behind a step that will run, and
     * those that may destroy something.
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

    boolean holds(Step step) {
        return upstream.get(step.id()).stream().noneMatch(ran::contains);
    }

    /** Empty if the step must be probed now. */
    Optional<Probe> stillTrue(Step step) {
        return holds(step) ? Optional.ofNullable(seen.get(step.id())) : Optional.empty();
    }
}
