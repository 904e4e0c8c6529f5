package org.hybridlab.engine.plan;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.common.error.LabException;

/** What a step does. Both methods may be called at any time, any number of times. */
public interface Action {
    /** A cheap look without changes. A missing effect is no exception. */
    Probe probe(StepContext context);

    /**
     * Makes the effect true from any state. It may run although all is well, since probes can fail, so it checks before
     * it removes anything. A failed check fails the step.
     *
     * @throws LabException if that did not work
     */
    void run(StepContext context);

    /** Whether {@link #probe} may name something that {@link #run} would destroy. */
    default boolean mayDestroy() {
        return false;
    }

    /** What {@link #run} may destroy without a probe to tell. The user is asked before the run. */
    default Optional<String> destroysUnseen() {
        return Optional.empty();
    }

    /** Whether the needs only set the order: the step runs even if they failed. */
    default boolean needsOrderOnly() {
        return false;
    }

    /** Whether this failure, after the last attempt, makes the rest of the run not worth its time. */
    default boolean endsRun(LabException failure) {
        return false;
    }

    /**
     * Estimated duration of {@link #run} until the journal has one. Cheap; an action that knows more at its start
     * reports it by {@link StepContext#progress}.
     */
    default Duration usual() {
        return Duration.ofSeconds(1);
    }

    /** Longest total wait of {@link #run} before it fails with what it waited for. Zero if it never waits for long. */
    default Duration longest() {
        return Duration.ZERO;
    }
}
