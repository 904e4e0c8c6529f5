package org.hybridlab.common.process;

import java.util.function.Consumer;

/** Runs commands on this host. {@link LocalProcesses} is the real one; tests script their own. */
public interface Processes {
    /**
     * Runs the command to its end and hands out each line of its output as it comes.
     *
     * @return how it ended, whatever its exit code
     * @throws org.hybridlab.common.error.LabException if the program is missing ({@code program-missing}), ran longer
     * than
     *         its timeout ({@code timed-out}), or the run was cancelled ({@code interrupted})
     */
    Result run(Command command, Consumer<String> lines, Cancellation cancellation);

    /** The same for commands whose output is handed on. */
    default Processes verbatim() {
        return (command, lines, cancellation) -> run(command.asWritten(), lines, cancellation);
    }

    default Result run(Command command, Cancellation cancellation) {
        return run(command, line -> { }, cancellation);
    }
}
