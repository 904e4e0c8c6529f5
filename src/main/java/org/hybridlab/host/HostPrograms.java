package org.hybridlab.host;

import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/** Queries programs of this host, within seconds. */
record HostPrograms(Processes processes, Duration patience) {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    HostPrograms(Processes processes) {
        this(processes, PATIENCE);
    }

    /** A program that does not start counts as exit code 127. */
    Result ask(String... words) {
        Command command = Command.of(words).timeout(patience);
        try {
            return processes.run(command, new Cancellation());
        } catch (LabException e) {
            return new Result(command, 127, "", e.what(), Duration.ZERO);
        }
    }
}
