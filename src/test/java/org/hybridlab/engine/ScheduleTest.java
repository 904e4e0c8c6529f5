package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.engine.Steps.permits;
import static org.hybridlab.engine.Steps.step;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

import org.hybridlab.engine.SimulatedMakespan.Ratio;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleTest {
    @TempDir
    Path dir;

    @Test
    void longestRemainingPath_goesFirst() {
        Plan plan = plan(idle("short"), idle("long"), idle("head"), idle("tail", "head"));
        Map<String, Integer> seconds = Map.of("short", 1, "long", 5, "head", 2, "tail", 4);
        Schedule schedule = new Schedule(plan, 3, Map.of(), step -> Duration.ofSeconds(seconds.get(step.id())));

        assertThat(takeAll(schedule)).containsExactly("head", "long", "short");
    }

    @Test
    void ofEquallyUrgentStepsThePlansOrderDecides() {
        Schedule schedule = schedule(plan(idle("c"), idle("a"), idle("b")), 3, Map.of());

        assertThat(takeAll(schedule)).containsExactly("c", "a", "b");
    }

    @Test
    void noMoreStepsGoThanThereAreThreads() {
        Plan plan = plan(idle("a"), idle("b"), idle("c"));
        Schedule schedule = schedule(plan, 2, Map.of());
        assertThat(takeAll(schedule)).hasSize(2);

        schedule.done(plan.step("a"));

        assertThat(takeAll(schedule)).containsExactly("c");
    }

    @Test
    void step_goes_whenItsLastNeedEnds() {
        Plan plan = plan(idle("a"), idle("b"), idle("both", "a", "b"));
        Schedule schedule = schedule(plan, 4, Map.of());
        takeAll(schedule);

        schedule.done(plan.step("a"));
        assertThat(takeAll(schedule)).isEmpty();
        schedule.done(plan.step("b"));
        assertThat(takeAll(schedule)).containsExactly("both");
    }

    @Test
    void permit_withoutCount_isOne() {
        Plan plan = plan(permits(idle("a"), "create"), permits(idle("b"), "create"), idle("c"));
        Schedule schedule = schedule(plan, 4, Map.of());
        assertThat(takeAll(schedule)).containsExactly("a", "c");

        schedule.done(plan.step("a"));

        assertThat(takeAll(schedule)).containsExactly("b");
    }

    @Test
    void steps_runAsManyAsPermits() {
        Plan plan = plan(permits(idle("a"), "create"), permits(idle("b"), "create", "join"), permits(idle("c"), "join"),
                permits(idle("d"), "create"));

        assertThat(takeAll(schedule(plan, 9, Map.of("create", 2, "join", 1)))).containsExactly("a", "b");
    }

    @Test
    void step_thatPauses_releasesThreadAndPermits() {
        Plan plan = plan(permits(idle("a"), "create"), permits(idle("b"), "create"));
        Schedule schedule = schedule(plan, 1, Map.of());
        assertThat(takeAll(schedule)).containsExactly("a");

        schedule.pause(plan.step("a"));
        assertThat(takeAll(schedule)).containsExactly("b");
        schedule.done(plan.step("b"));
        assertThat(takeAll(schedule)).isEmpty();
        schedule.again(plan.step("a"));
        assertThat(takeAll(schedule)).containsExactly("a");
    }

    @Test
    void failedStep_stopsItsDependents_andNoOthers() {
        Plan plan = plan(idle("a"), idle("left", "a"), idle("right", "a"), idle("end", "left", "right"), idle("other"));
        Schedule schedule = schedule(plan, 1, Map.of());
        takeAll(schedule);

        assertThat(schedule.failed(plan.step("a"))).extracting(Step::id)
                .containsExactlyInAnyOrder("left", "right", "end");
        assertThat(takeAll(schedule)).containsExactly("other");
    }

    @Test
    void failedStep_stopsNone_thatOnlyComesAfter() {
        Plan plan = plan(idle("a"), idle("b"), idle("built", "a"), later("later", "a", "b"), later("last", "later",
                "built"));
        Schedule schedule = schedule(plan, 4, Map.of());
        takeAll(schedule);

        assertThat(schedule.failed(plan.step("a"))).extracting(Step::id).containsExactly("built");
        assertThat(takeAll(schedule)).isEmpty();
        schedule.done(plan.step("b"));
        assertThat(takeAll(schedule)).containsExactly("later");
        assertThat(schedule.failed(plan.step("later"))).isEmpty();
        assertThat(takeAll(schedule)).containsExactly("last");
    }

    @Test
    void hangingStep_givesBackThread_butNoPermits() {
        Plan plan = plan(permits(idle("a"), "create"), idle("b", "a"), permits(idle("c"), "create"), idle("d"));
        Schedule schedule = schedule(plan, 1, Map.of());
        takeAll(schedule);

        assertThat(schedule.abandoned(plan.step("a"))).extracting(Step::id).containsExactly("b");
        assertThat(takeAll(schedule)).containsExactly("d");
        assertThat(schedule.open()).extracting(Step::id).containsExactly("c", "d");
    }

    private static Step idle(String id, String... needs) {
        return step(id, context -> { }, needs);
    }

    private static Step later(String id, String... needs) {
        return step(id, new Action() {
            @Override
            public Probe probe(StepContext context) {
                return Probe.absent("not yet");
            }

            @Override
            public void run(StepContext context) {
            }

            @Override
            public boolean needsOrderOnly() {
                return true;
            }
        }, needs);
    }

    private static Plan plan(Step... steps) {
        return new Plan(List.of(steps));
    }

    private static Schedule schedule(Plan plan, int threads, Map<String, Integer> permits) {
        return new Schedule(plan, threads, permits, step -> Duration.ofSeconds(step.needs().isEmpty() ? 1 : 0));
    }

    private static List<String> takeAll(Schedule schedule) {
        List<String> taken = new ArrayList<>();
        for (Optional<Step> next = schedule.take(); next.isPresent(); next = schedule.take()) {
            taken.add(next.get().id());
        }
        return taken;
    }

    @Test
    void medianPlan_takesFivePercentMoreAtMost() {
        List<Ratio> ratios = SimulatedMakespan.measure(dir, 11, 400);

        assertThat(median(ratios, Ratio::first)).isBetween(1.0, 1.05);
        assertThat(median(ratios, Ratio::later)).isBetween(1.0, 1.05);
    }

    private static double median(List<Ratio> ratios, ToDoubleFunction<Ratio> which) {
        List<Double> sorted = ratios.stream().mapToDouble(which).sorted().boxed().toList();
        return sorted.get(sorted.size() / 2);
    }
}
