package org.hybridlab.engine;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.error.ExitCode;

/**
 * How a run ended.
 *
 * @param runId also the name of its log folder
 * @param steps in the plan's order
 * @param failures of steps, in the order of failure
 * @param interrupted by the user, before all steps were done
 */
public record RunResult(String runId, List<StepResult> steps, List<StepResult> failures, boolean interrupted,
                        Duration took) {
    public RunResult {
        steps = List.copyOf(steps);
        failures = List.copyOf(failures);
    }

    /** Every step is done or was there. */
    public boolean green() {
        return steps.stream().allMatch(step -> step.outcome().good());
    }

    /** 0, 130 if interrupted, else that of the first failure, since later ones are often its consequences. */
    public ExitCode exitCode() {
        if (interrupted) {
            return ExitCode.INTERRUPTED;
        }
        if (green()) {
            return ExitCode.OK;
        }
        return failures.stream().flatMap(step -> step.failure().stream()).findFirst()
                .map(failure -> failure.exitCode()).orElse(ExitCode.BUG);
    }

    public StepResult step(String id) {
        return steps.stream().filter(step -> step.step().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no step " + id + " in this run"));
    }
}
