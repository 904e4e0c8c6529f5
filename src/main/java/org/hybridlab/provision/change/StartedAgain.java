package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.power.MachineStop;

/** An unjoined machine runs with the lab file's memory and processors; it has nothing to drain. */
record StartedAgain(LabContext labContext, Machine machine, Action start) implements Action {
    @Override
    public Probe probe(StepContext context) {
        return Probe.absent(machine.name() + " has the memory and processors of an earlier lab file");
    }

    @Override
    public void run(StepContext context) {
        MachineState state = labContext.states(context.cancellation()).of(machine);
        if (state.isRunning() || state.isResumable()) {
            new MachineStop(labContext.created()).halt(machine.name(), context);
            labContext.forgetStates();
        }
        start.run(context);
        AppliedLab.noteMeasure(labContext.workspace(), machine);
    }

    @Override
    public boolean mayDestroy() {
        return start.mayDestroy();
    }

    @Override
    public Optional<String> destroysUnseen() {
        return start.destroysUnseen();
    }

    @Override
    public Duration usual() {
        return start.usual();
    }

    @Override
    public Duration longest() {
        return MachineStop.LONGEST.plus(start.longest());
    }
}
