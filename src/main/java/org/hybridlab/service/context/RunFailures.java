package org.hybridlab.service.context;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.StepResult;

public final class RunFailures {
    private RunFailures() {
    }

    /** Names steps as places. Never empty for a run that is not green. */
    public static List<LabException> of(RunResult result) {
        List<LabException> failures = result.failures().stream().flatMap(step -> step.failure().stream()
                .map(failure -> failure.at(failure.place().orElse(step.step())))).toList();
        return failures.isEmpty() ? List.of(LabException.interrupted("The run was interrupted.")) : failures;
    }

    /** Called after the run's own listener is closed. */
    public static void tell(RunResult result, ServiceListener listener) {
        Set<String> told = new HashSet<>();
        // Several machines may fail for one cause.
        result.failures().stream().map(StepResult::failure).flatMap(Optional::stream)
                .filter(failure -> told.add(failure.id() + failure.what())).forEach(listener::failed);
    }
}
