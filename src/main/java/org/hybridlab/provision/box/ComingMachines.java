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

/**
 * The machines of a lab that are yet to be made: only those need their box. On Hyper-V, Vagrant asks for the box of a
 * machine that is there, too: it has published boxes only, which nobody has to build.
 *
 * @param again names of machines that are made again, although they are there
 */
public record ComingMachines(LabContext labContext, Set<String> again) {
    public ComingMachines {
        again = Set.copyOf(again);
    }

    /** Where nobody may look: whatever is there, all may be made. */
    public static ComingMachines all(LabContext labContext) {
        return new ComingMachines(labContext, labContext.lab().madeMachines().stream().map(Machine::name)
                .collect(Collectors.toSet()));
    }

    /** Whether the box is on this host, or no machine is made from it. */
    public boolean haveBox(Cancellation cancellation) {
        return labContext.hasBox(cancellation) || !takeBox(cancellation);
    }

    /** Whether a machine is made from the box; also where the provider does not say which machines are there. */
    boolean takeBox(Cancellation cancellation) {
        List<Machine> all = labContext.lab().madeMachines().stream().filter(labContext.boxes()::takesBox).toList();
        return LabException.known(() -> {
            Set<String> made = VagrantNotes.of(labContext.workspace()).names();
            return all.stream().anyMatch(machine -> again.contains(machine.name()) || !made.contains(machine.name()))
                    || all.stream().anyMatch(machine -> !isThere(machine, labContext.states(cancellation)
                            .of(machine)));
        }).orElse(true);
    }

    /** One in another state may be about to go. What Vagrant did not complete may be removed, and made again. */
    private boolean isThere(Machine machine, MachineState state) {
        boolean half = state.kind() == MachineState.Kind.STOPPED
                && !new MachineIdentity(labContext.workspace(), machine.name()).wasReached(state);
        return !half && (state.isRunning() || state.isOffOrFrozen());
    }
}
