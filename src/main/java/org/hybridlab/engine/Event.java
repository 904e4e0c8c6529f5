package org.hybridlab.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.journal.Outcome;

/** Events of a run, in order. Plain values without secrets, so listeners may show, store or send them. */
public sealed interface Event {
    /** By the engine's clock. */
    Instant at();

    /** @param steps of the whole plan, each after its needs */
    record RunStarted(Instant at, String runId, List<PlannedStep> steps) implements Event { }

    record StepStarted(Instant at, String step, int attempt, String reason) implements Event { }

    record StepLine(Instant at, String step, String line) implements Event { }

    record StepProgress(Instant at, String step, TaskProgress progress) implements Event { }

    /** An attempt failed, and another follows. */
    record StepRetrying(Instant at, String step, int attempt, Failure failure, Duration pause) implements Event { }

    /** @param failure of the last attempt, if the step failed */
    record StepFinished(Instant at, String step, Outcome outcome, int attempts, Duration took, String reason,
                        Optional<Failure> failure) implements Event { }

    /** @param exitCode of the process, if nothing follows the run */
    record RunFinished(Instant at, boolean green, boolean interrupted, int exitCode, Duration took)
            implements Event { }

    /** @param expected duration; zero if it seems to have nothing to do */
    public record PlannedStep(String id, String title, Optional<String> machine, Set<String> needs,
            Duration expected) { }

    record Failure(String id, String what, Optional<String> why, String advice) {
        static Failure of(LabException failure) {
            return new Failure(failure.id(), failure.what(), failure.why(), failure.advice());
        }
    }
}
