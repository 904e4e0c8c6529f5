package org.hybridlab.service;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.engine.Explanation;

/**
 * A step of the plan, as in {@code --output json}.
 *
 * @param needs ids of earlier steps
 * @param looksAgain skipped now, but probed again after the steps that it needs
 * @param why it runs or is skipped
 * @param destroys what it destroys, to follow "will"
 */
public record PlannedStep(String id, String title, Optional<String> machine, Set<String> needs, boolean runs,
                          boolean looksAgain, String why, Optional<String> destroys) {
    static PlannedStep of(Explanation explanation) {
        return new PlannedStep(explanation.step().id(), explanation.step().title(), explanation.step().machine(),
                new TreeSet<>(explanation.step().needs()), explanation.decision().runs(),
                explanation.looksAgain(), explanation.decision().text(),
                explanation.seen().destroys().filter(what -> explanation.decision().runs()));
    }

    /** The only known step of an {@code up} that first ends a reset: later ones depend on the snapshot. */
    static PlannedStep endingReset(String snapshot) {
        return new PlannedStep("reset-ended", "Set the lab back to the snapshot '%s'".formatted(snapshot),
                Optional.empty(), Set.of(), true, false,
                "a reset to it has not ended: `up` does it again, and only then it is known what else there is to do",
                Optional.of("lose all that was changed in the cluster and on its machines since the snapshot"));
    }
}
