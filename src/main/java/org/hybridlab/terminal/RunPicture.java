package org.hybridlab.terminal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.PlannedStep;
import org.hybridlab.engine.Event.RunStarted;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepLine;
import org.hybridlab.engine.Event.StepStarted;

/** The present state of a run, by its events. Single-threaded. */
final class RunPicture {
    private final Map<String, PlannedStep> plan = new HashMap<>();
    private final Map<String, RunningStep> running = new LinkedHashMap<>();
    private final RunEstimate estimate = new RunEstimate();
    private Instant startedAt = Instant.EPOCH;
    private int finished;

    /**
     * A running step.
     *
     * @param since start of its first attempt
     * @param newestLine empty if it has no output
     */
    record RunningStep(String id, String title, Instant since, int attempt, String newestLine, Instant saidAt) {
        Duration elapsed(Instant now) {
            return Duration.between(since, now);
        }
    }

    void apply(Event event) {
        estimate.apply(event);
        if (event instanceof RunStarted run) {
            startedAt = run.at();
            run.steps().forEach(step -> plan.put(step.id(), step));
        } else if (event instanceof StepStarted step) {
            Instant since = Optional.ofNullable(running.get(step.step())).map(RunningStep::since).orElse(step.at());
            running.put(step.step(), new RunningStep(step.step(), title(step.step()), since, step.attempt(), "",
                    step.at()));
        } else if (event instanceof StepLine line) {
            running.computeIfPresent(line.step(), (id, before) -> new RunningStep(id, before.title(),
                    before.since(), before.attempt(), Printable.text(line.line()), line.at()));
        } else if (event instanceof StepFinished step) {
            running.remove(step.step());
            finished++;
        }
    }

    String title(String step) {
        return Optional.ofNullable(plan.get(step)).map(PlannedStep::title).map(Printable::text).orElse(step);
    }

    Collection<RunningStep> running() {
        return running.values();
    }

    Optional<RunningStep> slowest() {
        return running.values().stream().min(Comparator.comparing(RunningStep::since));
    }

    Optional<Estimate> estimate(Instant now) {
        return estimate.at(now);
    }

    Optional<Estimate> estimate(RunningStep step, Instant now) {
        return estimate.of(step.id(), now);
    }

    int finished() {
        return finished;
    }

    int planned() {
        return plan.size();
    }

    Duration elapsed(Instant now) {
        return Duration.between(startedAt, now);
    }
}
