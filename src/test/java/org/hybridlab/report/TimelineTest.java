package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.engine.journal.History;
import org.hybridlab.engine.journal.History.PastRun;
import org.hybridlab.engine.journal.History.PastStep;
import org.hybridlab.engine.journal.Outcome;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void steps_areDrawnInOrderOfStart() {
        Timeline timeline = timeline(run("r1", step("b", 2, 7, Outcome.FAILED), step("a", 1, 3, Outcome.DONE)));
        assertThat(timeline).isEqualTo(new Timeline("r1", START, Duration.ofSeconds(9),
                List.of(bar("a", "Make a", 1, 3, "done"), bar("b", "b", 2, 7, "failed"))));
    }

    @Test
    void isOfTheLastRunThatDidAnything() {
        assertThat(timeline(run("old", step("a", 0, 1, Outcome.DONE)), run("up", step("a", 1, 3, Outcome.DONE)),
                run("again", step("a", 1, 0, Outcome.SKIPPED))).runId()).isEqualTo("up");
    }

    @Test
    void step_withoutRecordedEnd_isLeftOut() {
        PastStep lost = new PastStep("b", START, Optional.empty(), 1, Duration.ZERO, Optional.empty());
        assertThat(timeline(run("r1", step("a", 1, 3, Outcome.DONE), lost)).bars()).hasSize(1);
    }

    @Test
    void isEmptyIfNothingEverRan() {
        assertThat(Timeline.of(new History(List.of(run("again", step("a", 1, 0, Outcome.SKIPPED)))), Map.of()))
                .isEmpty();
    }

    private static Timeline timeline(PastRun... runs) {
        return Timeline.of(new History(List.of(runs)), Map.of("a", "Make a")).orElseThrow();
    }

    private static PastRun run(String id, PastStep... steps) {
        return new PastRun(id, START, Optional.empty(), Optional.empty(), List.of(steps));
    }

    private static PastStep step(String id, int from, int took, Outcome outcome) {
        return new PastStep(id, START.plusSeconds(from), Optional.of(outcome), 1, Duration.ofSeconds(took),
                Optional.empty());
    }

    private static Timeline.Bar bar(String id, String title, int from, int took, String outcome) {
        return new Timeline.Bar(id, title, Duration.ofSeconds(from), Duration.ofSeconds(took), outcome);
    }
}
