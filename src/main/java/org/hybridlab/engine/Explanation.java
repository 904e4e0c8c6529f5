package org.hybridlab.engine;

import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/**
 * What a run would do with a step, as far as can be said without running anything.
 *
 * @param seen what a look at it says now, whether or not that decides
 * @param looksAgain it would be skipped as things are now, but something that it needs would run before, after which it
 *        is looked at again
 */
public record Explanation(Step step, Decision decision, Probe seen, boolean looksAgain) {
}
