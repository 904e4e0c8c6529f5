package org.hybridlab.engine;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.error.ExitCode;

/**
 * How a run ended.
 *
 * @param runId also the name of the folder with the logs of its steps
 * @param steps one result for each step of the plan, in the plan's order
 * @param failures the results of failed steps in the order in which they failed
 * @param interrupted the user interrupted it before all steps were done
 */
public record RunResult(String runId, List<StepResult> steps, List<StepResult> failures, boolean interrupted,
                        Duration took) {
    public RunResult {
        steps = List.copyOf(steps);
        failures = List.copyOf(failures);
    }

    /** Every step is done or was seen to be there. */
    public boolean green() {
        return steps.stream().allMatch(step -> step.outcome().good());
    }

    /** 0, 130 if interrupted, else what the first failure asks for: later ones are often its consequences. */
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
