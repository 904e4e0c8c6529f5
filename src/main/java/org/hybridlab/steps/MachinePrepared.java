package org.hybridlab.steps;

import java.time.Duration;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The machine has Kubernetes' components, the lab's key only, its name, its neighbours' names and its address. */
final class MachinePrepared extends InMachine {
    /** Written last, with the fingerprint of the scripts that ran. Below /run on purpose: gone after a reboot. */
    private static final String MARKER = "/run/hybridlab/prepared";

    MachinePrepared(LabTools tools, Machine machine) {
        super(tools, machine);
    }

    @Override
    Probe look(StepContext context) {
        return tools.guest(machine, context).fileEquals(MARKER, fingerprint())
                ? Probe.present("the scripts ran since its last boot")
                : Probe.absent("the scripts have not run since its last boot, or have changed");
    }

    @Override
    public Duration longest() {
        return tools.pace().script();
    }

    @Override
    public void run(StepContext context) {
        Guest guest = tools.guest(machine, context);
        guest.script(tools.script(machine, "prepare.sh"), tools.pace().script());
        guest.write(MARKER, fingerprint(), "0644");
    }

    private String fingerprint() {
        return Fingerprint.of(tools.files().prepare().get(machine.name()));
    }
}
