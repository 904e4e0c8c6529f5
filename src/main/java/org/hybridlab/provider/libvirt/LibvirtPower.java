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
 * Freezes and resumes by libvirt at once, where Vagrant takes seconds and waits for ssh. Vagrant shuts machines down,
 * if it can.
 *
 * @param startNetwork needed before a machine starts
 * @param shutDown limit before the power is cut
 */
record LibvirtPower(ProviderTool virsh, LabId lab, LibvirtProvider provider, MachinePower vagrant,
                    Consumer<Cancellation> startNetwork, Duration shutDown) implements MachinePower {

    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.halt(machine, lines, cancellation);
    }

    /** Without a DHCP lease, vagrant-libvirt leaves the machine on, and reports success. */
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
     * Starts a machine with a managed save, as libvirt-guests makes at shutdown: libvirt restores its memory. A machine
     * that was frozen is frozen again.
     */
    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        MachineState state = provider.state(lab, machine, cancellation);
        if (state.kind() == MachineState.Kind.SUSPENDED) {
            // The network is off after a boot of the host.
            startNetwork.accept(cancellation);
            domain(machine).run(cancellation, "start");
            if (isFrozen(provider.state(lab, machine, cancellation))) {
                domain(machine).run(cancellation, "resume");
            }
        } else if (isFrozen(state)) {
            domain(machine).run(cancellation, "resume");
        } else {
            // For example, one that put itself to sleep.
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
