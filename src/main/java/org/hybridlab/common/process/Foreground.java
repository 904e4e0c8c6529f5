package org.hybridlab.common.process;

/** Runs a program that talks to the user itself: a shell, an editor, {@code kubectl logs --follow}. */
public interface Foreground {
    /**
     * Runs the command with our standard input, output and error, and waits for it, however long it takes.
     *
     * @return its exit code
     * @throws org.hybridlab.common.error.LabException {@code program-missing}
     */
    int run(Command command);

    /** The same for a program that only shows something elsewhere: standard output stays the caller's. */
    default int runAside(Command command) {
        return run(command);
    }
}
