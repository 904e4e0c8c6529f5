package org.hybridlab.common.process;

import java.util.function.Consumer;

/** Runs commands on this host. {@link LocalProcesses} is the real one; tests script their own. */
public interface Processes {
    /**
     * Runs the command, and passes on each line of output.
     *
     * @return any exit code
     * @throws org.hybridlab.common.error.LabException {@code program-missing}, {@code timed-out}, or {@code
     * interrupted} if the run was cancelled
     */
    Result run(Command command, Consumer<String> lines, Cancellation cancellation);

    default Processes verbatim() {
        return (command, lines, cancellation) -> run(command.asWritten(), lines, cancellation);
    }

    default Result run(Command command, Cancellation cancellation) {
        return run(command, line -> { }, cancellation);
    }
}
