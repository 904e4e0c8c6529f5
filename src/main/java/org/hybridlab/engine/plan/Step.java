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
 * @param fingerprint of all inputs, hexadecimal; another one makes the step run again
 * @param before ids or kinds of steps that need this one. A plan may lack them; it turns the others into needs
 */
public record Step(String id, String title, Optional<String> machine, Set<String> needs, Set<String> permits,
                   Duration timeout, Retry retry, String fingerprint, Action action, Set<String> before) {
    /** Added to an action's own waits, so that those end first, with their message. */
    private static final Duration MORE = Duration.ofMinutes(1);

    public Step {
        needs = Set.copyOf(needs);
        permits = Set.copyOf(permits);
        before = Set.copyOf(before);
    }

    public Step(String id, String title, Optional<String> machine, Set<String> needs, Set<String> permits,
                Duration timeout, Retry retry, String fingerprint, Action action) {
        this(id, title, machine, needs, permits, timeout, retry, fingerprint, action, Set.of());
    }

    /** The id without what the step is about: {@code node-joined} of {@code node-joined/node1}. */
    public String kind() {
        int slash = id.indexOf('/');
        return slash < 0 ? id : id.substring(0, slash);
    }

    public Step after(Set<String> more) {
        Set<String> all = new HashSet<>(needs);
        all.addAll(more);
        return new Step(id, title, machine, all, permits, timeout, retry, fingerprint, action, before);
    }

    public Step withAction(Action other) {
        return new Step(id, title, machine, needs, permits, enough(timeout, other), retry, fingerprint, other,
                before);
    }

    /** The larger one of this timeout and the action's own waits. */
    public static Duration enough(Duration timeout, Action action) {
        Duration least = action.longest().isZero() ? Duration.ZERO : action.longest().plus(MORE);
        return timeout.compareTo(least) < 0 ? least : timeout;
    }
}
