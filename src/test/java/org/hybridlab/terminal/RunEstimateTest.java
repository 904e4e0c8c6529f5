package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.PlannedStep;
import org.hybridlab.engine.journal.Outcome;
import org.junit.jupiter.api.Test;

class RunEstimateTest {
    private final RunEstimate run = new RunEstimate();

    @Test
    void parallelSteps_countOnce_andDependentsAdd() {
        tell(planned(step("start/a", 20), step("start/b", 30), step("join", 10, "start/a", "start/b")),
                Story.started(0, "start/a"), Story.started(0, "start/b"));

        assertThat(at(0)).isEqualTo("0 %, about 40 s left");
        assertThat(at(20)).isEqualTo("50 %, about 20 s left");
    }

    @Test
    void stepProgress_movesTheWholeRun() {
        tell(planned(step("box", 1), step("start", 10, "box")), Story.started(0, "box"), progress(0, 0, 300, 600));

        assertThat(at(1)).isEqualTo("0 %, about 11 min left");
        tell(progress(300, 300, 300, 600));
        assertThat(at(300)).isEqualTo("49 %, about 6 min left");
        assertThat(run.of("box", Story.at(300)).orElseThrow().message()).isEqualTo("50 %, about 5 min left");
    }

    @Test
    void slowerStep_saysSo_andNothingGoesBack() {
        tell(planned(step("start", 10), step("join", 10, "start")), Story.started(0, "start"));
        List<Estimate> seen = new ArrayList<>();
        for (int second = 0; second < 300; second++) {
            seen.add(run.at(Story.at(second)).orElseThrow());
        }
        assertThat(seen.get(8).message()).isEqualTo("40 %, about 15 s left");
        assertThat(seen.get(40).late()).isTrue();
        for (int i = 1; i < seen.size(); i++) {
            assertThat(seen.get(i).share()).isGreaterThanOrEqualTo(seen.get(i - 1).share());
            assertThat(seen.get(i).percent()).isLessThan(100);
        }
    }

    @Test
    void aSlowHostIsNoticed() {
        tell(planned(step("start", 10), step("join", 100, "start")), Story.started(0, "start"),
                Story.finished(30, "start", Outcome.DONE), Story.started(30, "join"));

        assertThat(run.at(Story.at(30)).orElseThrow().left())
                .isBetween(Duration.ofSeconds(150), Duration.ofSeconds(300));
    }

    @Test
    void skippedOrFailedSteps_areNotWaitedFor() {
        tell(planned(step("a", 100), step("b", 100), step("c", 10)), Story.finished(1, "a", Outcome.SKIPPED),
                Story.finished(1, "b", Outcome.FAILED), Story.started(1, "c"));

        assertThat(at(6)).isEqualTo("54 %, a few seconds left");
    }

    @Test
    void run_withNothingToDo_saysNothing() {
        tell(planned(step("a", 0), step("b", 0)));
        assertThat(run.at(Story.at(5))).isEmpty();
    }

    /** All that was expected is over, and the bar stays below its end. */
    @Test
    void unexpectedStep_isNoEnd() {
        tell(planned(step("a", 5), step("b", 0, "a")), Story.started(0, "a"), Story.finished(5, "a", Outcome.DONE),
                Story.started(5, "b"));
        assertThat(run.at(Story.at(60)).orElseThrow().message()).isEqualTo("99 %, longer than usual");
    }

    private String at(int second) {
        return run.at(Story.at(second)).orElseThrow().message();
    }

    private void tell(Event... events) {
        List.of(events).forEach(run::apply);
    }

    private static Event planned(PlannedStep... steps) {
        return new Event.RunStarted(Story.NOON, "run-1", List.of(steps));
    }

    private static PlannedStep step(String id, int seconds, String... needs) {
        return new PlannedStep(id, "Do " + id, Optional.empty(), Set.of(needs), Duration.ofSeconds(seconds));
    }

    private static Event progress(int second, int done, int current, int total) {
        return new Event.StepProgress(Story.at(second), "box", new TaskProgress(Duration.ofSeconds(done),
                Duration.ofSeconds(current), Duration.ofSeconds(total)));
    }
}
