package org.hybridlab.engine;

import org.hybridlab.engine.plan.Step;

/**
 * What a run would destroy, as far as known before.
 *
 * @param what as in {@link org.hybridlab.engine.plan.Probe#destroys}
 */
public record Destruction(Step step, String what) {
}
