package org.hybridlab.provider.libvirt;

import java.time.Duration;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.ProviderTool;

/**
 * libvirt freezes machines, and lets them go on, at once, where Vagrant takes seconds and then waits for ssh. How a
 * machine shuts down is Vagrant's, where Vagrant can.
 *
 * @param startNetwork without which no machine starts
 * @param shutDown how long a machine may take to shut down before its plug is pulled
 */
record LibvirtPower(ProviderTool virsh, LabId lab, LibvirtProvider provider, MachinePower vagrant,
                    Consumer<Cancellation> startNetwork, Duration shutDown) implements MachinePower {

    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.halt(machine, lines, cancellation);
    }

    /**
     * vagrant-libvirt asks for the lease that DHCP gave a machine. One without a lease it takes for unreachable: it
     * leaves that on, and calls it well.
     */
    @Override
    public void haltAgain(String machine, Consumer<String> lines, Cancellation cancellation) {
        if (provider.state(lab, machine, cancellation).isStill()) {
            return;
        }
        try {
            domain(machine).run(cancellation, "shutdown");
            Wait.until(machine + " has shut down", shutDown).every(Duration.ofSeconds(1)).that(
                    () -> provider.state(lab, machine, cancellation), MachineState::isStill, MachineState::word,
                    cancellation);
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            lines.accept(e.what());
            provider.end(lab, machine, cancellation);
        }
    }

    @Override
    public void suspend(String machine, Consumer<String> lines, Cancellation cancellation) {
        if (provider.state(lab, machine, cancellation).isRunning()) {
            domain(machine).run(cancellation, "suspend");
        }
    }

    /**
     * Machines with a managed save, which libvirt-guests makes when the host shuts down, are started: libvirt then
     * takes the memory from there. One that was frozen when it was saved is frozen again then.
     */
    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        MachineState state = provider.state(lab, machine, cancellation);
        if (state.kind() == MachineState.Kind.SUSPENDED) {
            // After the host has booted, it is off as well.
            startNetwork.accept(cancellation);
            domain(machine).run(cancellation, "start");
            if (isFrozen(provider.state(lab, machine, cancellation))) {
                domain(machine).run(cancellation, "resume");
            }
        } else if (isFrozen(state)) {
            domain(machine).run(cancellation, "resume");
        } else {
            // One that has put itself to sleep, for example.
            vagrant.resume(machine, lines, cancellation);
        }
    }

    private static boolean isFrozen(MachineState state) {
        return state.word().equals("paused");
    }

    private LibvirtDomain domain(String machine) {
        return new LibvirtDomain(virsh, lab, machine);
    }
}
