package org.hybridlab.provider.hyperv;

import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;

/**
 * Machines go on without Vagrant, which knows how to do that with paused ones only: Windows saves machines when it
 * shuts down. Vagrant does all else. Never run on Hyper-V here.
 */
record HyperVPower(HyperVPowerShell powershell, LabId id, MachinePower vagrant) implements MachinePower {
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
        powershell.run(HyperVMachines.resume(id, machine), cancellation);
    }
}
