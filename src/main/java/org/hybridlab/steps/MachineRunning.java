package org.hybridlab.steps;

import org.hybridlab.guest.SshSettings;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;
import org.hybridlab.vagrant.MachineState;

/** The machine exists, runs, and answers over ssh with the lab's key, which alone opens it. */
final class MachineRunning implements Action {
    private final LabTools tools;
    private final Machine machine;

    MachineRunning(LabTools tools, Machine machine) {
        this.tools = tools;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        MachineState state = tools.states(context.cancellation()).of(machine);
        return state.isRunning() && tools.workspace().sshConfig(machine.name()).toFile().isFile()
                ? Probe.present(machine.name() + " is running")
                : Probe.absent(machine.name() + " is " + state.word());
    }

    @Override
    public void run(StepContext context) {
        if (tools.states(context.cancellation()).of(machine).isAbsent()) {
            KnownHosts.forget(tools.workspace(), machine.name());
        }
        tools.vagrant().up(machine.name(), tools.provider().name(), tools.pace().machineStart(), context::line,
                context.cancellation());
        tools.forgetStates();
        writeSshSettings(context);
        if (!tools.provider().name().traits().keyFromBirth()) {
            tools.firstContact().make(machine.name(), tools.pace().answering(), context.cancellation());
        }
        tools.shell(machine).awaitReady(tools.pace().answering(), context.cancellation());
    }

    private void writeSshSettings(StepContext context) {
        if (tools.provider().name().traits().addressesFromVagrant()) {
            SshSettings.write(tools.workspace(), machine);
        } else {
            SshSettings.write(tools.workspace(), machine,
                    tools.vagrant().sshConfig(machine.name(), context.cancellation()));
        }
    }
}
