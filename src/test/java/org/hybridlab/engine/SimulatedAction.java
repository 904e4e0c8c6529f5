package org.hybridlab.engine;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;

/** An action on the simulated world, to which faults happen. */
final class SimulatedAction implements Action {
    private final SimulatedWorld world;
    private final String step;
    private final Duration typical;
    private final BooleanSupplier there;
    private final Runnable begin;
    private final Runnable make;
    private Faults faults = Faults.NO_FAULTS;
    private Faults.OfAttempt fault = Faults.OfAttempt.NONE;
    private Faults.OfLook look = Faults.OfLook.NONE;

    SimulatedAction(SimulatedWorld world, String step, Duration typical, BooleanSupplier there, Runnable begin,
                    Runnable make) {
        this.world = world;
        this.step = step;
        this.typical = typical;
        this.there = there;
        this.begin = begin;
        this.make = make;
    }

    void suffer(Faults newFaults) {
        faults = newFaults;
    }

    boolean isThere() {
        return there.getAsBoolean();
    }

    /** What happens as a task starts. @return how long it will take */
    Duration begin(Task.Kind kind) {
        if (kind == Task.Kind.LOOK) {
            look = faults.ofLook();
            return look == Faults.OfLook.HANGS ? Duration.ofDays(30)
                    : look == Faults.OfLook.DEAF ? VirtualTime.DEAF : Duration.ofMillis(200);
        }
        fault = faults.ofAttempt();
        if (fault != Faults.OfAttempt.FAILS_BEFORE && !world.processDead()) {
            begin.run();
        }
        return switch (fault) {
            case HANGS -> Duration.ofDays(30);
            case DEAF -> VirtualTime.DEAF;
            default -> Duration.ofMillis((long) (typical.toMillis() * faults.slowness()));
        };
    }

    @Override
    public Probe probe(StepContext context) {
        return switch (look) {
            case NONE -> isThere() ? Probe.present(step + " is there") : Probe.absent(step + " is not there");
            // A check has no effect that a look could find, so its probe is a constant.
            case LIES -> isThere() || step.equals(SimulatedLab.LAST) ? Probe.absent("a lie") : Probe.present("a lie");
            case UNKNOWN -> Probe.unknown("nobody answers");
            case THROWS -> throw new IllegalStateException("the probe broke");
            default -> throw LabException.interrupted("The look took too long.");
        };
    }

    @Override
    public void run(StepContext context) {
        context.cancellation().throwIfRequested();
        if (world.processDead()) {
            throw LabException.interrupted("The process is dead.");
        }
        switch (fault) {
            case NONE -> make.run();
            case FAILS_AFTER -> {
                make.run();
                throw failed("vagrant-failed");
            }
            case SSH_LOST -> throw failed("ssh-lost");
            case BUG -> throw new IllegalStateException("a bug in " + step);
            case MACHINE_VANISHES -> makeAnd(() -> victim(world::lose));
            case MACHINE_SPOILED -> makeAnd(() -> victim(world::spoil));
            default -> throw failed("vagrant-failed");
        }
    }

    /** What breaks after the last check is no longer the engine's to find. */
    private void makeAnd(Runnable harm) {
        if (step.equals(SimulatedLab.LAST)) {
            harm.run();
            make.run();
        } else {
            make.run();
            harm.run();
        }
    }

    private void victim(Consumer<String> harm) {
        List<String> names = world.machineNames();
        if (!names.isEmpty()) {
            harm.accept(faults.any(names.toArray(String[]::new)));
        }
    }

    private LabException failed(String id) {
        return LabException.labFailed(id, step + " failed by a fault.", "Try again.");
    }
}
