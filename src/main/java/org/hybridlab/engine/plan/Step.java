package org.hybridlab.engine.plan;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A part of a plan, named by what is true afterwards.
 *
 * @param id unique in its plan, for example {@code node-joined/node1}
 * @param title for people, for example "Join node1 to the cluster"
 * @param machine that it is about, if any
 * @param needs ids of earlier steps
 * @param permits names of limited resources
 * @param timeout of one attempt
 * @param fingerprint of all inputs, hexadecimal; another one makes the step run again
 */
public record Step(String id, String title, Optional<String> machine, Set<String> needs, Set<String> permits,
                   Duration timeout, Retry retry, String fingerprint, Action action) {
    /** Added to an action's own waits, so that those end first, with their message. */
    private static final Duration MORE = Duration.ofMinutes(1);

    public Step {
        needs = Set.copyOf(needs);
        permits = Set.copyOf(permits);
    }

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

    /** The larger one of this timeout and the action's own waits. */
    public static Duration enough(Duration timeout, Action action) {
        Duration least = action.longest().isZero() ? Duration.ZERO : action.longest().plus(MORE);
        return timeout.compareTo(least) < 0 ? least : timeout;
    }
}
