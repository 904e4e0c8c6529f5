package org.hybridlab.service;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.engine.Explanation;

/**
 * A step that {@code up} would look at, as {@code --output json} has it too.
 *
 * @param needs ids of the steps before it
 * @param looksAgain skipped as things are now, but looked at again after what it needs has run
 * @param why it runs or is skipped
 * @param destroys what the step will destroy, as the end of a sentence that begins with "will"
 */
public record PlannedStep(String id, String title, Optional<String> machine, Set<String> needs, boolean runs,
                          boolean looksAgain, String why, Optional<String> destroys) {
    static PlannedStep of(Explanation explanation) {
        return new PlannedStep(explanation.step().id(), explanation.step().title(), explanation.step().machine(),
                new TreeSet<>(explanation.step().needs()), explanation.decision().runs(),
                explanation.looksAgain(), explanation.decision().text(),
                explanation.seen().destroys().filter(what -> explanation.decision().runs()));
    }

    /** All that is known of an {@code up} which first ends a reset: what it finds then is the snapshot's. */
    static PlannedStep endingReset(String snapshot) {
        return new PlannedStep("reset-ended", "Set the lab back to the snapshot '%s'".formatted(snapshot),
                Optional.empty(), Set.of(), true, false,
                "a reset to it has not ended: `up` does it again, and only then it is known what else there is to do",
                Optional.of("lose all that was changed in the cluster and on its machines since the snapshot"));
    }
}
