package org.hybridlab.provider.libvirt;

import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Vagrant lets machines go on that are paused. Those with a managed save, which libvirt-guests makes when the host
 * shuts down, are started: libvirt then takes the memory from there. Vagrant does all else.
 */
record LibvirtPower(ProviderTool virsh, LabId id, LibvirtProvider provider,
                    MachinePower vagrant) implements MachinePower {
    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.halt(machine, lines, cancellation);
    }

    @Override
    public void suspend(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.suspend(machine, lines, cancellation);
    }

    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        MachineState state = provider.states(id, cancellation).getOrDefault(machine, MachineState.absent());
        if (state.kind() == MachineState.Kind.SUSPENDED) {
            // After the host has booted, it is off as well.
            provider.startNetwork(id, cancellation);
            virsh.ask(cancellation, "start", id.machine(machine));
        } else {
            vagrant.resume(machine, lines, cancellation);
        }
    }
}
