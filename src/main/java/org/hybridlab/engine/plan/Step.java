package org.hybridlab.engine.plan;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * One piece of what {@code up} does, named by what is true afterwards.
 *
 * @param id unique in its plan, for example {@code node-joined/node1}
 * @param title for people, for example "Join node1 to the cluster"
 * @param machine the machine that it is about, if it is about one
 * @param needs ids of steps that must be done before
 * @param permits names of resources of which the engine hands out a limited number
 * @param timeout for one attempt
 * @param fingerprint of all inputs, hexadecimal; another fingerprint makes the step run again
 */
public record Step(String id, String title, Optional<String> machine, Set<String> needs, Set<String> permits,
                   Duration timeout, Retry retry, String fingerprint, Action action) {
    public Step {
        needs = Set.copyOf(needs);
        permits = Set.copyOf(permits);
    }

    /** The same step after these as well. */
    public Step after(Set<String> more) {
        Set<String> all = new HashSet<>(needs);
        all.addAll(more);
        return withNeeds(all);
    }

    public Step withNeeds(Set<String> others) {
        return new Step(id, title, machine, others, permits, timeout, retry, fingerprint, action);
    }

    public Step withAction(Action other) {
        return new Step(id, title, machine, needs, permits, timeout, retry, fingerprint, other);
    }
}
