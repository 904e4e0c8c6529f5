package org.hybridlab.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.engine.journal.History;
import org.hybridlab.engine.journal.History.PastRun;
import org.hybridlab.engine.journal.History.PastStep;
import org.hybridlab.engine.journal.Outcome;

/**
 * When each step of a run was running.
 *
 * @param took from the run's start to the end of the last bar
 * @param bars in start order
 */
public record Timeline(String runId, Instant started, Duration took, List<Bar> bars) {
    public Timeline {
        bars = List.copyOf(bars);
    }

    /**
     * @param from start, since the start of the run
     * @param took zero if it was skipped
     * @param outcome done, skipped, failed or interrupted
     */
    public record Bar(String step, String title, Duration from, Duration took, String outcome) {
    }

    /**
     * The last run that did anything. A run that skipped all says nothing about the lab's creation.
     *
     * @param titles of the steps, by id
     */
    public static Optional<Timeline> of(History history, Map<String, String> titles) {
        return history.runs().stream().filter(run -> run.steps().stream().anyMatch(Timeline::ran))
                .reduce((earlier, later) -> later).map(run -> of(run, titles));
    }

    private static boolean ran(PastStep step) {
        return step.outcome().filter(outcome -> outcome != Outcome.SKIPPED).isPresent();
    }

    private static Timeline of(PastRun run, Map<String, String> titles) {
        List<Bar> bars = run.steps().stream().filter(step -> step.outcome().isPresent())
                .map(step -> new Bar(step.step(), titles.getOrDefault(step.step(), step.step()),
                        Duration.between(run.started(), step.started()), step.took(),
                        step.outcome().get().name().toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparing(Bar::from)).toList();
        Duration took = bars.stream().map(bar -> bar.from().plus(bar.took())).max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return new Timeline(run.runId(), run.started(), took, bars);
    }
}
