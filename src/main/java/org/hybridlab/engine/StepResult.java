package org.hybridlab.engine;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.journal.Outcome;

/**
 * How a step ended.
 *
 * @param attempts 0 if it was skipped or never ran
 * @param took from the first start to the end, with pauses
 * @param reason for people: why it ran, was skipped or did not run
 * @param failure of the last attempt, if the step failed
 */
public record StepResult(String step, Outcome outcome, int attempts, Duration took, String reason,
                         Optional<LabException> failure) {
    static StepResult notRun(String step, String reason) {
        return new StepResult(step, Outcome.NOT_RUN, 0, Duration.ZERO, reason, Optional.empty());
    }
}
