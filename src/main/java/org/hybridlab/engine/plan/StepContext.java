package org.hybridlab.engine.plan;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.TaskProgress;

public interface StepContext {
    Cancellation cancellation();

    /**
     * Call it before anything of value is destroyed. Returns only if the user agreed.
     *
     * @param what as in {@link Probe#destroys}
     * @throws org.hybridlab.common.error.LabException {@code destruction-not-confirmed}
     */
    void destroys(String what);

    /** Shows a line, and logs it. Never a secret. */
    void line(String line);

    /** Shows the progress of a long action. Call it when a piece of work begins. */
    default void progress(TaskProgress progress) {
    }
}
