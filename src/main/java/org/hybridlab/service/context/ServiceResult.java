package org.hybridlab.service.context;

import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;

/**
 * @param done empty if steps failed before
 * @param failures that the listener has been told
 */
public record ServiceResult<T>(Optional<T> done, ExitCode exitCode, List<LabException> failures) {
    public ServiceResult {
        failures = List.copyOf(failures);
    }

    public static <T> ServiceResult<T> of(T done) {
        return new ServiceResult<>(Optional.of(done), ExitCode.OK, List.of());
    }

    public static <T> ServiceResult<T> failed(RunResult run) {
        return new ServiceResult<>(Optional.empty(), run.exitCode(), RunFailures.of(run));
    }

    public ServiceResult<T> exitingWith(ExitCode code) {
        return new ServiceResult<>(done, code, failures);
    }
}
