package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;

/** Watches the journal of one run as it is written, and knows the rules that no run may break. */
final class Referee {
    private final Plan plan;
    private final Map<String, Integer> permits;
    private final Cancellation cancellation;
    private final Set<String> good = new HashSet<>();
    private final Set<String> underWay = new HashSet<>();
    private final Map<String, Integer> attempts = new HashMap<>();

    Referee(Plan plan, Map<String, Integer> permits, Cancellation cancellation) {
        this.plan = plan;
        this.permits = permits;
        this.cancellation = cancellation;
    }

    void watch(Entry entry) {
        if (entry.step() == null) {
            return;
        }
        Step step = plan.step(entry.step());
        switch (entry.kind()) {
            case STARTED -> started(step);
            case DONE, SKIPPED -> {
                underWay.remove(step.id());
                good.add(step.id());
            }
            default -> underWay.remove(step.id());
        }
    }

    private void started(Step step) {
        assertThat(cancellation.isRequested()).as("%s starts after the interruption", step.id()).isFalse();
        assertThat(good).as("what %s needs is done", step.id()).containsAll(step.needs()).doesNotContain(step.id());
        assertThat(underWay.add(step.id())).as("only one attempt of %s at a time", step.id()).isTrue();
        assertThat(attempts.merge(step.id(), 1, Integer::sum)).isLessThanOrEqualTo(SimulatedLab.ATTEMPTS);
        for (String permit : step.permits()) {
            long holders = plan.steps().stream().filter(one -> underWay.contains(one.id()))
                    .filter(one -> one.permits().contains(permit)).count();
            assertThat(holders).as("holders of %s", permit).isLessThanOrEqualTo(permits.getOrDefault(permit, 1));
        }
    }

    void judge(RunResult result) {
        assertThat(result.steps()).extracting(StepResult::step)
                .containsExactlyElementsOf(plan.steps().stream().map(Step::id).toList());
        for (StepResult step : result.steps()) {
            assertThat(step.outcome().good()).as(step.step()).isEqualTo(good.contains(step.step()));
            assertThat(step.attempts()).isEqualTo(attempts.getOrDefault(step.step(), 0));
            assertThat(step.failure().isPresent()).isEqualTo(step.outcome() == Outcome.FAILED);
        }
        assertThat(underWay).as("steps whose end was never recorded").isEmpty();
    }
}
