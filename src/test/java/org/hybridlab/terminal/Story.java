package org.hybridlab.terminal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.Event;
import org.hybridlab.engine.journal.Outcome;

/** Events of a made-up run that starts at noon. */
final class Story {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Story() {
    }

    static Event planned(String... ids) {
        return new Event.RunStarted(NOON, "run-1", List.of(ids).stream().map(id ->
                new Event.PlannedStep(id, "Do " + id, Optional.of("node1"), Set.of(), Duration.ZERO)).toList());
    }

    /** A step that says that half of its six minutes is over. */
    static Event halfWay(int second, String id) {
        return new Event.StepProgress(at(second), id,
                new TaskProgress(Duration.ofMinutes(3), Duration.ofMinutes(3), Duration.ofMinutes(6)));
    }

    static Event started(int second, String id) {
        return new Event.StepStarted(at(second), id, 1, "not recorded as done");
    }

    static Event line(int second, String id, String line) {
        return new Event.StepLine(at(second), id, line);
    }

    static Event finished(int second, String id, Outcome outcome) {
        return new Event.StepFinished(at(second), id, outcome, 1, Duration.ofSeconds(second), "because",
                outcome == Outcome.FAILED
                        ? Optional.of(new Event.Failure("it-broke", "It broke.", Optional.of("of old age"), "Fix it."))
                        : Optional.empty());
    }

    static Event over(int second, boolean green) {
        return new Event.RunFinished(at(second), green, false, green ? 0 : 1, Duration.ofSeconds(second));
    }

    static Instant at(int second) {
        return NOON.plusSeconds(second);
    }
}
