package org.hybridlab.plan;

/** What a step looks at and does. Both methods may be called at any time, any number of times. */
public interface Action {
    /** A cheap look that changes nothing. Never throws for an absent effect. */
    Probe probe(StepContext context);

    /**
     * Makes the effect true, from whatever state an earlier attempt left.
     *
     * @throws org.hybridlab.failure.LabException if that did not work
     */
    void run(StepContext context);
}
