package org.hybridlab.engine;

import static org.hybridlab.engine.Steps.step;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs an engine on real threads in a folder of its own, with steps that take next to no time. */
abstract class EngineRuns {
    @TempDir
    Path dir;
    final List<String> ran = new CopyOnWriteArrayList<>();
    final List<Event> events = new CopyOnWriteArrayList<>();
    final Cancellation cancellation = new Cancellation();
    RunFolder folder;

    @BeforeEach
    void folder() {
        folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
    }

    RunResult run(Step... steps) {
        return engine(settings()).run(new Plan(List.of(steps)), cancellation);
    }

    Engine engine(Settings settings) {
        return new Engine(folder, settings, Clock.systemUTC(), List.of(events::add));
    }

    static Settings settings() {
        return Settings.of(4, Map.of());
    }

    Step note(String id, String... needs) {
        return step(id, context -> ran.add(id), needs);
    }

    static Step fail(String id, String failure, String... needs) {
        return step(id, context -> {
            throw LabException.labFailed(failure, id + " failed", "Try again.");
        }, needs);
    }

    static Map<String, Outcome> outcomes(RunResult result) {
        return result.steps().stream().collect(Collectors.toMap(StepResult::step, StepResult::outcome));
    }

    static void pause(StepContext context, long millis) {
        CountDownLatch asked = new CountDownLatch(1);
        context.cancellation().onRequest(asked::countDown);
        try {
            if (context.cancellation().isRequested() || asked.await(millis, TimeUnit.MILLISECONDS)) {
                throw LabException.interrupted("Interrupted.");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
