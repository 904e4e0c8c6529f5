package org.hybridlab.cli.support;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;

/** The envelope of every document, as in docs/reference/json-output.md. @param data empty if there is only an error */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record JsonEnvelope(int schemaVersion, String kind, Optional<Object> data, Optional<Error> error) {
    /**
     * @param reason if known: a program's output, the last value seen
     * @param place a file with line and column, a step, or a command
     */
    record Error(String id, String message, Optional<String> reason, String advice, Optional<String> place,
                 int exitCode, List<Error> others) {
        static Error of(LabException failure) {
            return new Error(failure.id(), failure.what(), failure.why(), failure.advice(), failure.place(),
                    failure.exitCode().number(), List.of());
        }

        /** @param exitCode of the call */
        static Optional<Error> of(List<LabException> failures, ExitCode exitCode) {
            return failures.stream().map(Error::of).findFirst().map(first -> new Error(first.id, first.message,
                    first.reason, first.advice, first.place, exitCode.number(),
                    failures.stream().skip(1).map(Error::of).toList()));
        }
    }

    static JsonEnvelope of(CommandResult result) {
        return new JsonEnvelope(DocumentKind.SCHEMA_VERSION, result.kind().id(), result.data(),
                Error.of(result.failures(), result.exitCode()));
    }

    static JsonEnvelope of(Error error) {
        return new JsonEnvelope(DocumentKind.SCHEMA_VERSION, DocumentKind.ERROR.id(), Optional.empty(),
                Optional.of(error));
    }
}
