package org.hybridlab.terminal;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.PlannedStep;
import org.hybridlab.engine.Event.RunStarted;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepProgress;
import org.hybridlab.engine.Event.StepStarted;
import org.hybridlab.engine.journal.Outcome;

/** Progress of a run: time passed against the longest remaining path. Never decreases. Single-threaded. */
final class RunEstimate {
    /** Weight of expected times against measured ones, in seconds. */
    private static final double TRUST = 10;
    private static final double LATE = 1.5;
    private static final double LATE_SECONDS = 10;

    private final Map<String, PlannedStep> plan = new LinkedHashMap<>();
    private final Map<String, Way> ways = new HashMap<>();
    private final Map<String, Instant> running = new HashMap<>();
    private final Map<String, TaskEstimate> tasks = new HashMap<>();
    private final Map<String, Outcome> over = new HashMap<>();
    private Instant startedAt = Instant.EPOCH;
    private double expectedSoFar;
    private double tookSoFar;
    private double shown;

    private record Way(double seconds, boolean late) {
    }

    void apply(Event event) {
        if (event instanceof RunStarted run) {
            startedAt = run.at();
            run.steps().forEach(step -> plan.put(step.id(), step));
        } else if (event instanceof StepStarted step) {
            running.putIfAbsent(step.step(), step.at());
        } else if (event instanceof StepProgress step) {
            if (tasks.containsKey(step.step())) {
                tasks.get(step.step()).apply(step.progress(), step.at());
            } else {
                tasks.put(step.step(), new TaskEstimate(step.progress(), step.at()));
            }
        } else if (event instanceof StepFinished step) {
            over(step);
        }
    }

    private void over(StepFinished step) {
        running.remove(step.step());
        over.put(step.step(), step.outcome());
        double expected = expected(step.step());
        if (step.outcome() == Outcome.DONE && expected > 0 && !tasks.containsKey(step.step())) {
            expectedSoFar += expected;
            tookSoFar += seconds(step.took());
        }
    }

    Optional<Estimate> of(String step, Instant now) {
        return Optional.ofNullable(tasks.get(step)).map(task -> task.at(now));
    }

    /** Empty if the run seems to have nothing to do. */
    Optional<Estimate> at(Instant now) {
        if (tasks.isEmpty() && plan.values().stream().allMatch(step -> step.expected().isZero())) {
            return Optional.empty();
        }
        ways.clear();
        Way longest = new Way(0, false);
        for (PlannedStep step : plan.values()) {
            Way way = way(step, now);
            ways.put(step.id(), way);
            longest = way.seconds() > longest.seconds() ? way : longest;
        }
        double passed = Math.max(0, seconds(Duration.between(startedAt, now)));
        double whole = passed + longest.seconds();
        shown = Math.max(shown, whole == 0 ? 0 : passed / whole);
        return Optional.of(new Estimate(shown, Duration.ofMillis((long) (longest.seconds() * 1000)), longest.late()));
    }

    private Way way(PlannedStep step, Instant now) {
        Way before = new Way(0, false);
        for (String need : step.needs()) {
            Way way = ways.getOrDefault(need, before);
            before = way.seconds() > before.seconds() ? way : before;
        }
        if (over.containsKey(step.id())) {
            return new Way(0, false);
        }
        if (!running.containsKey(step.id())) {
            return new Way(before.seconds() + expected(step.id()) * timeouts(), before.late());
        }
        Optional<Estimate> task = of(step.id(), now);
        if (task.isPresent()) {
            return new Way(seconds(task.get().left()), task.get().late());
        }
        double usual = Math.max(1, expected(step.id()) * timeouts());
        double passed = seconds(Duration.between(running.get(step.id()), now));
        // A late step is nearly done until it ends.
        return new Way(Math.max(usual / 10, usual - passed), passed > usual * LATE + LATE_SECONDS);
    }

    private double timeouts() {
        return (tookSoFar + TRUST) / (expectedSoFar + TRUST);
    }

    private double expected(String step) {
        return Optional.ofNullable(plan.get(step)).map(PlannedStep::expected).map(RunEstimate::seconds).orElse(0.0);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
