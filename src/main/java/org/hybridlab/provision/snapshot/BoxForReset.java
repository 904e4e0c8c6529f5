package org.hybridlab.provision.snapshot;

import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineStates;

/**
 * The host has the box for machines that are lost, of another box, or recreated: otherwise such a machine would only be
 * removed. {@link MachineForReset} covers machines that turn out to be beyond repair later.
 */
final class BoxForReset implements Action {
    private final LabContext labContext;
    private final MachineDisk disk;
    private final Snapshot snapshot;
    private final Set<String> again;

    /** @param again machines to recreate in any case */
    BoxForReset(LabContext labContext, MachineDisk disk, Snapshot snapshot, Set<String> again) {
        this.labContext = labContext;
        this.disk = disk;
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
        labContext.lab().madeMachines().stream().filter(labContext.boxes()::takesBox)
                .filter(machine -> snapshot.machine(machine.name()).isPresent()
                        && isMadeAgain(machine, states, context))
                .forEach(machine -> ensure(labContext, disk, snapshot, machine.name(), context));
    }

    /** @throws LabException {@code snapshot-of-other-box} (exit 1) if a machine would get another box than it had */
    static void ensure(LabContext labContext, MachineDisk disk, Snapshot snapshot, String machine,
                       StepContext context) {
        BoxSource box = labContext.boxes().box();
        box.ensure(LabBundles.fetching(context));
        SnapshotVerified.mustBeOf(snapshot, machine, disk.box(machine, Optional.of(box.name()),
                context.cancellation()), labContext);
    }

    private boolean isMadeAgain(Machine machine, MachineStates states, StepContext context) {
        return again.contains(machine.name()) || MachineForReset.isLost(states.of(machine))
                || SnapshotVerified.isOfOtherBox(snapshot, disk, machine.name(), context.cancellation());
    }
}
