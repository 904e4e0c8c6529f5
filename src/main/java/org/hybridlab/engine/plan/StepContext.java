package org.hybridlab.engine.plan;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.TaskProgress;

/** What the engine gives to a running action. */
public interface StepContext {
    Cancellation cancellation();

    /**
     * Called right before something is destroyed that may be of worth. Says so, and comes back only if the user agreed.
     *
     * @param what as in {@link Probe#destroys}
     * @throws org.hybridlab.common.error.LabException {@code destruction-not-confirmed}
     */
    void destroys(String what);

    /** Shows a line of what is going on; also kept in the step's log file. Never a secret. */
    void line(String line);

    /** Shows how far a long action has come; called whenever a piece of its work begins. */
    default void progress(TaskProgress progress) {
    }
}
