package org.hybridlab.failure;

/** What the process says to its caller when it ends; nightly jobs branch on these numbers. */
public enum ExitCode {
    /** All well. */
    OK(0),
    /** The lab failed: a step or a check. */
    LAB_FAILED(1),
    /** The lab file or the call is wrong. */
    INVALID(2),
    /** The host is not ready: something is missing, full or in use. */
    HOST_NOT_READY(3),
    /** A bug of hybridlab's. */
    BUG(4),
    /** Nothing failed, but something could not be judged. */
    NOT_JUDGED(5),
    /** Interrupted by the user; the number that shells give to SIGINT. */
    INTERRUPTED(130);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
