package org.hybridlab.provision.box;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineIdentity;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * The machines to be created: only those need their box. On Hyper-V, Vagrant asks for an existing machine's box too,
 * but those are published.
 *
 * @param again existing machines to recreate
 */
public record ComingMachines(LabContext labContext, Set<String> again) {
    public ComingMachines {
        again = Set.copyOf(again);
    }

    /** With those that the next {@code up} recreates. */
    public static ComingMachines of(LabContext labContext) {
        return new ComingMachines(labContext, new WorkspaceState(labContext.workspace()).recreating());
    }

    /** For callers that may not look: assumes that all are created. */
    public static ComingMachines all(LabContext labContext) {
        return new ComingMachines(labContext, labContext.lab().madeMachines().stream().map(Machine::name)
                .collect(Collectors.toSet()));
    }

    /** Whether the box is on this host, or no machine is created from it. */
    public boolean haveBox(Cancellation cancellation) {
        return labContext.hasBox(cancellation) || !takeBox(cancellation);
    }

    /** True also if the provider does not say which machines exist. */
    boolean takeBox(Cancellation cancellation) {
        List<Machine> all = labContext.lab().madeMachines().stream().filter(labContext.boxes()::takesBox).toList();
        return LabException.known(() -> {
            Set<String> made = VagrantNotes.of(labContext.workspace()).names();
            return all.stream().anyMatch(machine -> again.contains(machine.name()) || !made.contains(machine.name()))
                    || all.stream().anyMatch(machine -> !isThere(machine, labContext.states(cancellation)
                            .of(machine)));
        }).orElse(true);
    }

    /** Another state may be about to end. Machines that Vagrant left incomplete may be recreated. */
    private boolean isThere(Machine machine, MachineState state) {
        boolean half = state.kind() == MachineState.Kind.STOPPED
                && !new MachineIdentity(labContext.workspace(), machine.name()).wasReached(state);
        return !half && (state.isRunning() || state.isOffOrFrozen());
    }
}
