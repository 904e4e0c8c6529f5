package org.hybridlab.plan;

import org.hybridlab.process.Cancellation;

/** What the engine gives to a running action. */
public interface StepContext {
    Cancellation cancellation();

    /** Shows a line of what is going on; also kept in the step's log file. Never a secret. */
    void line(String line);
}
