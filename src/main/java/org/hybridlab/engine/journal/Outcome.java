package org.hybridlab.engine.journal;

public enum Outcome {
    DONE,
    /** Recorded as done with the same inputs, and its probe saw the effect. */
    SKIPPED,
    FAILED,
    /** The user interrupted the run meanwhile. */
    INTERRUPTED,
    /** A need failed, or the run was interrupted before its turn. */
    NOT_RUN;

    /** Whether steps that need it may run. */
    public boolean good() {
        return this == DONE || this == SKIPPED;
    }
}
