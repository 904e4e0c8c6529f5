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
    /** What a step has beyond all waits of its action, so that these end first: they know what was waited for. */
    private static final Duration MORE = Duration.ofMinutes(1);

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
        return new Step(id, title, machine, needs, permits, enough(timeout, other), retry, fingerprint, other);
    }

    /** This timeout, or what the action's own waits take if that is more. */
    public static Duration enough(Duration timeout, Action action) {
        Duration least = action.longest().isZero() ? Duration.ZERO : action.longest().plus(MORE);
        return timeout.compareTo(least) < 0 ? least : timeout;
    }
}
