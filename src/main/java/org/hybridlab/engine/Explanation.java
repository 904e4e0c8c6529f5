package org.hybridlab.engine;

import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/**
 * What a run would do with a step.
 *
 * @param seen its probe now, whether or not that decides
 * @param looksAgain it would be skipped now, but something that it needs runs before, and then it is probed again
 */
public record Explanation(Step step, Decision decision, Probe seen, boolean looksAgain) {
}
