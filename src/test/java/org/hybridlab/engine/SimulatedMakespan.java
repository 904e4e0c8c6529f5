package org.hybridlab.engine;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/** How long the real engine takes for simulated plans, in virtual time, against the least that anyone could need. */
public final class SimulatedMakespan {
    private SimulatedMakespan() {
    }

    /**
     * Makespans divided by a bound.
     *
     * @param first when the engine knows only the steps' timeouts
     * @param later in a second run, when the journal knows how long each step took
     * @param laterTrue the same as {@code later}, against the truer bound
     */
    public record Ratio(String kind, double first, double later, double laterTrue) {
    }

    /** Half labs, half random graphs. @param dir where runs may leave their traces */
    public static List<Ratio> measure(Path dir, long seed, int plans) {
        RunFolder folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
        Random random = new Random(seed);
        List<Ratio> ratios = new ArrayList<>();
        try (LabLock lock = LabLock.acquire(folder, Clock.systemUTC())) {
            for (int i = 0; i < plans; i++) {
                boolean lab = i % 2 == 0;
                SimulatedPlan plan = lab ? SimulatedPlan.lab(random) : SimulatedPlan.graph(random);
                MemoryJournal journal = new MemoryJournal();
                double first = millis(plan, journal, folder, lock);
                double later = millis(plan, journal, folder, lock);
                double bound = plan.bound().toMillis();
                ratios.add(new Ratio(lab ? "lab" : "graph", first / bound, later / bound,
                        later / plan.trueBound().toMillis()));
            }
        }
        return ratios;
    }

    /**
     * How long a plan takes whose steps take what is said.
     *
     * @param dir where the run may leave its traces
     * @param durations by the step's id
     */
    public static Duration of(Path dir, Plan plan, Map<String, Duration> durations, int threads,
                              Map<String, Integer> permits) {
        RunFolder folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
        Plan timed = new Plan(plan.steps().stream().map(step -> new Step(step.id(), step.title(), step.machine(),
                step.needs(), step.permits(), Duration.ofDays(1), step.retry(), step.fingerprint(),
                Steps.action(() -> Probe.absent("gone"), context -> { }))).toList());
        try (LabLock lock = LabLock.acquire(folder, Clock.systemUTC())) {
            return Duration.ofMillis((long) millis(new SimulatedPlan(timed, durations, threads, permits),
                    new MemoryJournal(), folder, lock));
        }
    }

    private static double millis(SimulatedPlan simulated, MemoryJournal journal, RunFolder folder, LabLock lock) {
        VirtualTime time = new VirtualTime(Duration.ZERO, task -> task.kind() == Task.Kind.LOOK ? Duration.ZERO
                : simulated.durations().get(task.step().id()));
        Plan plan = simulated.plan();
        Settings settings = Settings.of(simulated.threads(), simulated.permits());
        RunResult result = new Engine(folder, settings, time, List.of(), where -> journal, with -> time)
                .run(plan, lock, new Cancellation());
        if (result.steps().stream().anyMatch(step -> step.outcome() != Outcome.DONE)) {
            throw new IllegalStateException("not all steps ran: " + result);
        }
        return result.took().toMillis();
    }
}
