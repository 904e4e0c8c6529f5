package org.hybridlab.host;

import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/** Programs of this host, asked for what they can tell within seconds. */
record HostPrograms(Processes processes, Duration patience) {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    HostPrograms(Processes processes) {
        this(processes, PATIENCE);
    }

    /** A program that is there and does not start is as good as one that exits with 127. */
    Result ask(String... words) {
        Command command = Command.of(words).timeout(patience);
        try {
            return processes.run(command, new Cancellation());
        } catch (LabException e) {
            return new Result(command, 127, "", e.what(), Duration.ZERO);
        }
    }
}
