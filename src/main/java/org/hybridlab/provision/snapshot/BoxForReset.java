package org.hybridlab.provision.snapshot;

import java.util.Set;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineStates;

/**
 * The box is on this host if a machine is lost or is to be made again: else such a machine would only be removed. Of
 * one that turns out later to be beyond cleaning, {@link MachineForReset} sees to it.
 */
final class BoxForReset implements Action {
    private final LabContext labContext;
    private final Snapshot snapshot;
    private final Set<String> again;

    /** @param again machines that are made again, however they are */
    BoxForReset(LabContext labContext, Snapshot snapshot, Set<String> again) {
        this.labContext = labContext;
        this.snapshot = snapshot;
        this.again = again;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset looks for machines that are lost");
    }

    @Override
    public void run(StepContext context) {
        labContext.forgetStates();
        MachineStates states = labContext.states(context.cancellation());
        if (labContext.lab().madeMachines().stream().filter(labContext.boxes()::takesBox)
                .filter(machine -> snapshot.machine(machine.name()).isPresent())
                .anyMatch(machine -> isMadeAgain(machine, states))) {
            labContext.boxes().box().ensure(LabBundles.fetching(context));
        }
    }

    private boolean isMadeAgain(Machine machine, MachineStates states) {
        return again.contains(machine.name()) || MachineForReset.isLost(states.of(machine));
    }
}
