package org.hybridlab.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.journal.Outcome;

/**
 * What happens during a run, in the order in which it happens. Plain values only, so that listeners can show, store or
 * send them as they are. Never holds a secret, as no line and no failure does.
 */
public sealed interface Event {
    /** When it happened, by the clock that the engine was given. */
    Instant at();

    /** @param steps all of the plan, each after what it needs */
    record RunStarted(Instant at, String runId, List<PlannedStep> steps) implements Event { }

    /** @param attempt counts from 1 */
    record StepStarted(Instant at, String step, int attempt, String reason) implements Event { }

    /** A line of what a step shows while it runs. */
    record StepLine(Instant at, String step, String line) implements Event { }

    /** A step says how far it has come; its current piece of work begins now. */
    record StepProgress(Instant at, String step, TaskProgress progress) implements Event { }

    /**
     * An attempt failed and another will follow.
     *
     * @param attempt the one that failed
     * @param pause before the next one
     */
    record StepRetrying(Instant at, String step, int attempt, Failure failure, Duration pause) implements Event { }

    /** @param failure of the last attempt, if the step failed */
    record StepFinished(Instant at, String step, Outcome outcome, int attempts, Duration took, String reason,
                        Optional<Failure> failure) implements Event { }

    /** @param exitCode as the process will return it if nothing follows the run */
    record RunFinished(Instant at, boolean green, boolean interrupted, int exitCode, Duration took)
            implements Event { }

    /**
     * A step as listeners need to know it.
     *
     * @param expected about how long it will take; zero for one that seems to have nothing to do
     */
    public record PlannedStep(String id, String title, Optional<String> machine, Set<String> needs,
            Duration expected) { }

    /** The fields of a {@link LabException}. */
    record Failure(String id, String what, Optional<String> why, String advice) {
        static Failure of(LabException failure) {
            return new Failure(failure.id(), failure.what(), failure.why(), failure.advice());
        }
    }
}
