package org.hybridlab.common.process;

/** Runs an interactive program: a shell, an editor, {@code kubectl logs --follow}. */
public interface Foreground {
    /**
     * Runs with our standard input, output and error, without a time limit.
     *
     * @return its exit code
     * @throws org.hybridlab.common.error.LabException {@code program-missing}
     */
    int run(Command command);

    /** For a program that opens something elsewhere. Standard output stays the caller's. */
    default int runAside(Command command) {
        return run(command);
    }
}
