package org.hybridlab.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;

/**
 * A random plan of steps that only take time, and the least time that any scheduler could need for it.
 *
 * @param durations what each step really takes
 */
record SimulatedPlan(Plan plan, Map<String, Duration> durations, int threads, Map<String, Integer> permits) {
    /** A lab: machines, preparation, control plane, network, joins, apps, checks. */
    static SimulatedPlan lab(Random random) {
        Builder builder = new Builder(random);
        int machines = 2 + random.nextInt(7);
        for (int i = 0; i < machines; i++) {
            builder.add("machine-" + i, 60, Set.of("create"));
            builder.add("prepared-" + i, 15, Set.of(), "machine-" + i);
        }
        builder.add("control-plane", 30, Set.of(), "prepared-0");
        builder.add("network", 3, Set.of(), "control-plane");
        for (int i = 1; i < machines; i++) {
            builder.add("joined-" + i, 20, Set.of(), "prepared-" + i, "control-plane");
        }
        for (int i = random.nextInt(4); i >= 0; i--) {
            builder.add("app-" + i, 12, Set.of(), "network", "joined-" + (1 + random.nextInt(machines - 1)));
        }
        builder.add("checks", 15, Set.of(), builder.ids());
        // A provider that makes all machines at once, two at a time, or one after the other.
        int creates = List.of(machines, 2, 1).get(random.nextInt(3));
        return builder.build(4 + random.nextInt(5), Map.of("create", creates));
    }

    /** Any acyclic graph, with few threads and two kinds of permits. */
    static SimulatedPlan graph(Random random) {
        Builder builder = new Builder(random);
        int size = 10 + random.nextInt(70);
        for (int i = 0; i < size; i++) {
            int behind = i;
            String[] needs = IntStream.range(0, i == 0 ? 0 : random.nextInt(4))
                    .mapToObj(n -> "step-" + random.nextInt(behind)).distinct().toArray(String[]::new);
            Set<String> some = random.nextInt(4) == 0 ? Set.of("permit-" + random.nextInt(2)) : Set.of();
            builder.add("step-" + i, 1 + random.nextInt(60), some, needs);
        }
        return builder.build(2 + random.nextInt(5), Map.of("permit-0", 1, "permit-1", 2));
    }

    /**
     * The longest of: the critical path, all work shared by all threads, the work of each permit shared by its holders.
     */
    Duration bound() {
        Duration bound = criticalPath();
        bound = longer(bound, sum(plan.steps()).dividedBy(threads));
        for (Map.Entry<String, Integer> permit : permits.entrySet()) {
            List<Step> holders = plan.steps().stream().filter(step -> step.permits().contains(permit.getKey()))
                    .toList();
            bound = longer(bound, sum(holders).dividedBy(permit.getValue()));
        }
        return bound;
    }

    /**
     * A truer bound: what shares a permit can't begin before the shortest way to one of them, and the shortest way from
     * one of them to the end still follows.
     */
    Duration trueBound() {
        Map<String, Duration> heads = heads();
        Map<String, Duration> tails = tails();
        Duration bound = bound();
        for (Map.Entry<String, Integer> permit : permits.entrySet()) {
            List<Step> holders = plan.steps().stream().filter(step -> step.permits().contains(permit.getKey()))
                    .toList();
            if (!holders.isEmpty()) {
                bound = longer(bound, shortest(holders, heads).plus(sum(holders).dividedBy(permit.getValue()))
                        .plus(shortest(holders, tails)));
            }
        }
        return bound;
    }

    private Duration criticalPath() {
        Map<String, Duration> heads = heads();
        return plan.steps().stream().map(step -> heads.get(step.id()).plus(durations.get(step.id())))
                .reduce(Duration.ZERO, SimulatedPlan::longer);
    }

    /** The longest way to the start of each step. */
    private Map<String, Duration> heads() {
        Map<String, Duration> heads = new HashMap<>();
        for (Step step : plan.steps()) {
            heads.put(step.id(), step.needs().stream().map(need -> heads.get(need).plus(durations.get(need)))
                    .reduce(Duration.ZERO, SimulatedPlan::longer));
        }
        return heads;
    }

    /** The longest way from the end of each step. */
    private Map<String, Duration> tails() {
        Map<String, Duration> tails = new HashMap<>();
        for (int i = plan.steps().size() - 1; i >= 0; i--) {
            Step step = plan.steps().get(i);
            Duration withStep = tails.getOrDefault(step.id(), Duration.ZERO).plus(durations.get(step.id()));
            step.needs().forEach(need -> tails.merge(need, withStep, SimulatedPlan::longer));
        }
        return tails;
    }

    private static Duration shortest(List<Step> steps, Map<String, Duration> ways) {
        return steps.stream().map(step -> ways.getOrDefault(step.id(), Duration.ZERO))
                .min(Comparator.naturalOrder()).orElseThrow();
    }

    private Duration sum(List<Step> steps) {
        return steps.stream().map(step -> durations.get(step.id())).reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    private static final class Builder {
        private final Random random;
        private final List<Step> steps = new ArrayList<>();
        private final Map<String, Duration> durations = new HashMap<>();

        Builder(Random random) {
            this.random = random;
        }

        /** What a step really takes lies around what is typical for its kind, and sometimes far above. */
        void add(String id, int typicalSeconds, Set<String> permits, String... needs) {
            durations.put(id,
                    Duration.ofMillis((long) (1000 * typicalSeconds * Math.exp(0.4 * random.nextGaussian()))));
            steps.add(new Step(id, id, Optional.empty(), Set.of(needs), permits,
                    Duration.ofSeconds(20L * typicalSeconds),
                    Retry.NEVER, "f1", Steps.action(() -> Probe.absent("gone"), context -> { })));
        }

        String[] ids() {
            return steps.stream().map(Step::id).toArray(String[]::new);
        }

        SimulatedPlan build(int threads, Map<String, Integer> permits) {
            return new SimulatedPlan(new Plan(steps), durations, threads, permits);
        }
    }
}
