package org.hybridlab.cli.support;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceResult;

/**
 * A command's result as data and text.
 *
 * @param data a record for programs; empty if there are only failures
 * @param lines for people
 * @param failures already printed on standard error
 */
public record CommandResult(DocumentKind<?> kind, Optional<Object> data, List<String> lines, ExitCode exitCode,
                     List<LabException> failures) {
    public CommandResult {
        lines = List.copyOf(lines);
        failures = List.copyOf(failures);
    }

    public static <T> CommandResult of(DocumentKind<T> kind, T data, List<String> lines) {
        return new CommandResult(kind, Optional.of(data), lines, ExitCode.OK, List.of());
    }

    public static <T> CommandResult of(DocumentKind<T> kind, T data, String line) {
        return of(kind, data, List.of(line));
    }

    /** @param line for people */
    public static <T> CommandResult of(DocumentKind<T> kind, ServiceResult<T> result, Function<T, String> line) {
        return result.done().map(done -> of(kind, done, line.apply(done)).withFailures(result.exitCode(),
                result.failures())).orElseGet(() -> failed(result.exitCode(), result.failures()));
    }

    /** Without text: everything was shown during the call. */
    public static <T> CommandResult of(DocumentKind<T> kind, ServiceResult<T> result) {
        return result.done().map(done -> of(kind, done, List.of()).withFailures(result.exitCode(), result.failures()))
                .orElseGet(() -> failed(result.exitCode(), result.failures()));
    }

    /** For a run that is not green, with its failures printed. */
    public static CommandResult failed(RunResult run) {
        return failed(run.exitCode(), RunFailures.of(run));
    }

    private static CommandResult failed(ExitCode exitCode, List<LabException> failures) {
        return new CommandResult(DocumentKind.ERROR, Optional.empty(), List.of(), exitCode, failures);
    }

    public CommandResult exitingWith(ExitCode code) {
        return new CommandResult(kind, data, lines, code, failures);
    }

    public CommandResult withFailures(ExitCode code, List<LabException> told) {
        return new CommandResult(kind, data, lines, code, told);
    }
}
