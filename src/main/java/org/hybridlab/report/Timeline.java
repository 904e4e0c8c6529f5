package org.hybridlab.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When each step of a run was under way.
 *
 * @param started of the run
 * @param took from then to the end of the last bar
 * @param bars in the order in which they started
 */
public record Timeline(String runId, Instant started, Duration took, List<Bar> bars) {
    public Timeline {
        bars = List.copyOf(bars);
    }

    /**
     * One step.
     *
     * @param from start of the step after the start of the run
     * @param took zero if it was skipped
     * @param outcome in the engine's words, in lower case: done, skipped, failed, interrupted
     */
    public record Bar(String step, String title, Optional<String> machine, Duration from, Duration took,
                      String outcome) {
    }
}
