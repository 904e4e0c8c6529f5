package org.hybridlab.engine;

import org.hybridlab.engine.plan.Step;

/** What a run would destroy, as far as known before. */
public record Destruction(Step step, String what) {
}
