package org.hybridlab.provision.power;

import java.time.Duration;
import java.util.function.Consumer;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.MachineState.Kind;
import org.hybridlab.provision.state.CreatedLab;

/** The machine is off, frozen or resumed, as wished. An absent one stays absent. */
final class MachinePowered implements Action {
    enum Wish { OFF, FROZEN, GOING_ON }

    private static final Duration WITHIN = MachineStop.LONGEST.plusMinutes(2);

    private final CreatedLab lab;
    private final String machine;
    private final Wish wish;
    private final Consumer<StepContext> afterwards;
    private final boolean orderOnly;

    /** @param afterwards what a resumed machine needs */
    MachinePowered(CreatedLab lab, String machine, Wish wish, Consumer<StepContext> afterwards) {
        this(lab, machine, wish, afterwards, false);
    }

    /** @param orderOnly whether to run it even if an earlier step fails */
    MachinePowered(CreatedLab lab, String machine, Wish wish, Consumer<StepContext> afterwards, boolean orderOnly) {
        this.orderOnly = orderOnly;
        this.lab = lab;
        this.machine = machine;
        this.wish = wish;
        this.afterwards = afterwards;
    }

    @Override
    public Probe probe(StepContext context) {
        MachineState state = state(context);
        boolean there = switch (wish) {
            case OFF -> state.isAbsent() || state.kind() == Kind.STOPPED;
            // A machine that is off cannot be frozen.
            case FROZEN -> state.isAbsent() || state.isOffOrFrozen();
            case GOING_ON -> state.isAbsent() || !state.isResumable();
        };
        String seen = "%s is %s".formatted(machine, state.word());
        return there ? Probe.present(seen) : Probe.absent(seen);
    }

    @Override
    public boolean needsOrderOnly() {
        return orderOnly;
    }

    @Override
    public Duration usual() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    @Override
    public void run(StepContext context) {
        MachineState before = state(context);
        if (before.isAbsent()) {
            context.line(machine + " is not there");
            return;
        }
        switch (wish) {
            case OFF -> halt(before, context);
            case FROZEN -> freeze(before, context);
            case GOING_ON -> lab.power().resume(machine, context::line, context.cancellation());
        }
        afterwards.accept(context);
    }

    private void halt(MachineState before, StepContext context) {
        if (before.isResumable()) {
            // Switched off while frozen, it would lose unwritten data.
            lab.power().resume(machine, context::line, context.cancellation());
        }
        new MachineStop(lab).halt(machine, context);
    }

    private void freeze(MachineState before, StepContext context) {
        if (before.isRunning()) {
            new MachineStop(lab).suspend(machine, context);
        }
    }

    private MachineState state(StepContext context) {
        return lab.state(machine, context.cancellation());
    }
}
