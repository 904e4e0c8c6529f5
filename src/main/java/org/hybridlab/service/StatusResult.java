package org.hybridlab.service;

import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.status.LabStatus;

/**
 * @param onThisHost whether {@code up} has begun here; if not, nothing was asked
 * @param failures of the provider
 */
public record StatusResult(LabStatus status, boolean onThisHost, List<LabException> failures) {
    public StatusResult {
        failures = List.copyOf(failures);
    }

    public ExitCode exitCode() {
        return failures.stream().findFirst().map(LabException::exitCode)
                .orElse(status.well() ? ExitCode.OK : ExitCode.LAB_FAILED);
    }
}
