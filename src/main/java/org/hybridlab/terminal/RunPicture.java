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

/** What a run looks like right now, told by its events. Belongs to one thread. */
final class RunPicture {
    private final Map<String, PlannedStep> plan = new HashMap<>();
    private final Map<String, RunningStep> running = new LinkedHashMap<>();
    private Instant startedAt = Instant.EPOCH;
    private int finished;

    /**
     * A step that is under way.
     *
     * @param since the start of its first attempt
     * @param newestLine empty until it has shown one
     */
    record RunningStep(String title, Instant since, int attempt, String newestLine) {
        Duration elapsed(Instant now) {
            return Duration.between(since, now);
        }
    }

    void apply(Event event) {
        if (event instanceof RunStarted run) {
            startedAt = run.at();
            run.steps().forEach(step -> plan.put(step.id(), step));
        } else if (event instanceof StepStarted step) {
            Instant since = Optional.ofNullable(running.get(step.step())).map(RunningStep::since).orElse(step.at());
            running.put(step.step(), new RunningStep(title(step.step()), since, step.attempt(), ""));
        } else if (event instanceof StepLine line) {
            running.computeIfPresent(line.step(), (id, before) -> new RunningStep(before.title(), before.since(),
                    before.attempt(), Printable.text(line.line())));
        } else if (event instanceof StepFinished step) {
            running.remove(step.step());
            finished++;
        }
    }

    String title(String step) {
        return Optional.ofNullable(plan.get(step)).map(PlannedStep::title).map(Printable::text).orElse(step);
    }

    /** In the order in which they were started. */
    Collection<RunningStep> running() {
        return running.values();
    }

    /** The one that has been running longest. */
    Optional<RunningStep> slowest() {
        return running.values().stream().min(Comparator.comparing(RunningStep::since));
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
