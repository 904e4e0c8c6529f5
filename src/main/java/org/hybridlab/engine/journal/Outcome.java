package org.hybridlab.engine.journal;

/** How a step ended in one run. */
public enum Outcome {
    /** It ran and its effect is there. */
    DONE,
    /** Recorded as done with the same inputs, and seen to be there: nothing to do. */
    SKIPPED,
    /** Its last attempt failed. */
    FAILED,
    /** It was under way when the user interrupted the run. */
    INTERRUPTED,
    /** Never started: something it needs did not get done, or the run was interrupted before its turn. */
    NOT_RUN;

    /** Whether what needs this step may go on. */
    public boolean good() {
        return this == DONE || this == SKIPPED;
    }
}
