package org.hybridlab.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;

/** A whole lab on the simulated world: the plan that {@code up} would run, shaped like the real one. */
final class SimulatedLab {
    static final int ATTEMPTS = 3;
    static final String LAST = "lab-checked";

    private final SimulatedWorld world;
    private final List<Step> steps = new ArrayList<>();
    private final List<BooleanSupplier> apps = new ArrayList<>();

    SimulatedLab(SimulatedWorld world, int nodes, int appCount) {
        this.world = world;
        List<String> names = IntStream.rangeClosed(1, nodes).mapToObj(i -> "node" + i).toList();
        machine("control");
        names.forEach(this::machine);
        add("control-plane-initialised", 20, world::clusterRuns, world::initialise, "machine-prepared/control");
        add("network-applied", 2, world::networkRuns, world::applyNetwork, "control-plane-initialised");
        for (String name : names) {
            add("node-joined/" + name, 10, () -> world.joined(name), () -> world.join(name),
                    "machine-prepared/" + name, "control-plane-initialised");
        }
        for (int i = 0; i < appCount; i++) {
            app("app" + i, names.get(i % names.size()));
        }
        add(LAST, 10, () -> false, this::check, steps.stream().map(Step::id).toArray(String[]::new));
    }

    private void machine(String name) {
        world.want(name);
        steps.add(step("machine-running/" + name, Set.of("create"), new SimulatedAction(world,
                "machine-running/" + name, Duration.ofSeconds(30), () -> world.machineRuns(name),
                () -> world.beginMachine(name), () -> world.completeMachine(name))));
        add("machine-prepared/" + name, 5, () -> world.prepared(name), () -> world.prepare(name),
                "machine-running/" + name);
    }

    private void app(String app, String node) {
        apps.add(() -> world.appRuns(app, node));
        add("app-deployed/" + app, 8, () -> world.appRuns(app, node), () -> world.deploy(app, node),
                "network-applied", "node-joined/" + node);
    }

    private void check() {
        if (!complete()) {
            throw LabException.labFailed("check-failed", "The lab is not what it should be.", "Run it again.");
        }
    }

    private void add(String id, int seconds, BooleanSupplier there, Runnable make, String... needs) {
        steps.add(step(id, Set.of(), new SimulatedAction(world, id, Duration.ofSeconds(seconds), there, () -> { },
                make), needs));
    }

    private static Step step(String id, Set<String> permits, SimulatedAction action, String... needs) {
        return new Step(id, "Make " + id, Optional.empty(), Set.of(needs), permits, Duration.ofMinutes(5),
                Retry.times(ATTEMPTS, Duration.ofSeconds(7), "ssh-lost", "vagrant-failed", "timed-out"), "f1", action);
    }

    Plan plan(Faults faults) {
        steps.forEach(step -> action(step).suffer(faults));
        return new Plan(steps);
    }

    Map<String, Integer> permits() {
        return Map.of("create", 2);
    }

    boolean complete() {
        return world.complete() && apps.stream().allMatch(BooleanSupplier::getAsBoolean);
    }

    static SimulatedAction action(Step step) {
        return (SimulatedAction) step.action();
    }
}
