package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Outcome;
import org.junit.jupiter.api.Test;

class TimelineRecorderTest {
    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
    private final TimelineRecorder recorder = new TimelineRecorder();

    @Test
    void drawsStepsFromTheirFirstStartToTheirEnd() {
        recorder.on(new Event.RunStarted(START, "r7", List.of(planned("b"), planned("a"), planned("c"))));
        recorder.on(new Event.StepStarted(at(1), "b", 1, "new"));
        recorder.on(new Event.StepStarted(at(2), "a", 1, "new"));
        recorder.on(new Event.StepStarted(at(3), "b", 2, "again"));
        recorder.on(finished(4, "a", Outcome.DONE));
        recorder.on(finished(9, "b", Outcome.FAILED));
        recorder.on(finished(9, "c", Outcome.NOT_RUN));
        assertThat(recorder.timeline()).isEqualTo(new Timeline("r7", START, Duration.ofSeconds(9), List.of(
                bar("b", 1, 8, "failed"), bar("a", 2, 2, "done"))));
    }

    @Test
    void drawsASkippedStepAsAMoment() {
        recorder.on(new Event.RunStarted(START, "r7", List.of(planned("a"))));
        recorder.on(finished(2, "a", Outcome.SKIPPED));
        assertThat(recorder.timeline().bars()).containsExactly(bar("a", 2, 0, "skipped"));
    }

    private static Timeline.Bar bar(String id, int from, int took, String outcome) {
        return new Timeline.Bar(id, "Title " + id, Optional.of("control"), Duration.ofSeconds(from),
                Duration.ofSeconds(took), outcome);
    }

    private static Event.PlannedStep planned(String id) {
        return new Event.PlannedStep(id, "Title " + id, Optional.of("control"), Set.of());
    }

    private static Event.StepFinished finished(int second, String id, Outcome outcome) {
        return new Event.StepFinished(at(second), id, outcome, 1, Duration.ZERO, "", Optional.empty());
    }

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }
}
