package org.hybridlab.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;

/** Short ways to write steps in tests. */
public final class Steps {
    private Steps() {
    }

    public static Step step(String id, Action action, String... needs) {
        return new Step(id, "Make " + id, Optional.empty(), Set.of(needs), Set.of(), Duration.ofSeconds(20),
                Retry.NEVER,
                "f1", action);
    }

    public static Step step(String id, Consumer<StepContext> run, String... needs) {
        return step(id, action(() -> Probe.present("it is there"), run), needs);
    }

    static Action action(Supplier<Probe> probe, Consumer<StepContext> run) {
        return new Action() {
            @Override
            public Probe probe(StepContext context) {
                return probe.get();
            }

            @Override
            public void run(StepContext context) {
                run.accept(context);
            }
        };
    }

    static Step permits(Step step, String... permits) {
        return new Step(step.id(), step.title(), step.machine(), step.needs(), Set.of(permits), step.timeout(),
                step.retry(), step.fingerprint(), step.action());
    }

    static Step retry(Step step, Retry retry) {
        return new Step(step.id(), step.title(), step.machine(), step.needs(), step.permits(), step.timeout(), retry,
                step.fingerprint(), step.action());
    }

    static Step timeout(Step step, Duration timeout) {
        return new Step(step.id(), step.title(), step.machine(), step.needs(), step.permits(), timeout, step.retry(),
                step.fingerprint(), step.action());
    }

    static Step fingerprint(Step step, String fingerprint) {
        return new Step(step.id(), step.title(), step.machine(), step.needs(), step.permits(), step.timeout(),
                step.retry(), fingerprint, step.action());
    }
}
