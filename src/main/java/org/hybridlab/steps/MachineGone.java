package org.hybridlab.steps;

import java.time.Duration;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;
import org.hybridlab.vagrant.MachineState;

/** Neither the provider nor Vagrant has the machine any more. */
final class MachineGone implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(5);

    private final MadeLab lab;
    private final String machine;

    MachineGone(MadeLab lab, String machine) {
        this.lab = lab;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        MachineState state = lab.states(context.cancellation()).byName().getOrDefault(machine, MachineState.absent());
        return state.isAbsent() ? Probe.unknown("only Vagrant's own note of it may be left")
                : Probe.absent(machine + " is " + state.word());
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    @Override
    public void run(StepContext context) {
        lab.vagrant().destroy(machine, WITHIN, context::line, context.cancellation());
        KnownHosts.forget(lab.workspace(), machine);
    }
}
