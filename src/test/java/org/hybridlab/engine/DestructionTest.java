package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run would destroy is known before, and done only if the user agreed. */
@Timeout(20)
class DestructionTest extends EngineRuns {
    private final AtomicBoolean destroyed = new AtomicBoolean();

    @Test
    void destruction_ofRecordedSteps_isSeenBefore() {
        Plan plan = new Plan(List.of(note("a"), destroying("b", "a"), note("c", "b")));

        assertThat(engine().look(plan, cancellation).destructions()).singleElement().satisfies(one -> {
            assertThat(one.step().id()).isEqualTo("b");
            assertThat(one.what()).isEqualTo("reset b");
        });
        assertThat(destroyed).isFalse();
    }

    @Test
    void nothingIsDestroyedThatNobodyAgreedTo() {
        RunResult result = run(Agreement.NONE, destroying("b"));

        assertThat(outcomes(result)).isEqualTo(Map.of("b", Outcome.FAILED));
        assertThat(result.failures().get(0).failure().orElseThrow().id()).isEqualTo("destruction-not-confirmed");
        assertThat(destroyed).isFalse();
    }

    @Test
    void anAgreementCoversWhatFollowsFromIt() {
        Step cause = note("a");
        Step effect = destroying("c", "b");
        Plan plan = new Plan(List.of(cause, note("b", "a"), effect));

        run(Agreement.to(List.of(new Destruction(cause, "make a new cluster")), plan), cause, note("b", "a"), effect);

        assertThat(destroyed).isTrue();
    }

    @Test
    void anAgreementDoesNotCoverOthers() {
        Step one = note("a");
        Step other = destroying("b");

        run(Agreement.to(List.of(new Destruction(one, "reset a")), new Plan(List.of(one, other))), one, other);

        assertThat(destroyed).isFalse();
    }

    @Test
    void destruction_seenBefore_isNotLookedAtAgain() {
        run(Agreement.ALL, note("a"));
        Plan plan = new Plan(List.of(note("a")));
        FirstLook look = engine().look(plan, cancellation);

        FirstLook other = new FirstLook(Map.of("a", Probe.absent("the test says so")), look.destructions());
        assertThat(run(plan, Optional.of(other), Agreement.NONE).step("a").reason()).isEqualTo("the test says so");
    }

    private RunResult run(Agreement agreement, Step... steps) {
        return run(new Plan(List.of(steps)), Optional.empty(), agreement);
    }

    private RunResult run(Plan plan, Optional<FirstLook> look, Agreement agreement) {
        try (LabLock lock = LabLock.acquire(folder, Clock.systemUTC())) {
            return engine().run(plan, lock, look, agreement, cancellation);
        }
    }

    private Engine engine() {
        return new Engine(folder, settings(), Clock.systemUTC(), List.of());
    }

    private Step destroying(String id, String... needs) {
        return Steps.step(id, new Action() {
            @Override
            public Probe probe(StepContext context) {
                return Probe.absent("it is another's").destroying("reset " + id);
            }

            @Override
            public void run(StepContext context) {
                context.destroys("reset " + id);
                destroyed.set(true);
            }

            @Override
            public boolean mayDestroy() {
                return true;
            }
        }, needs);
    }
}
