package org.hybridlab.steps;

import java.time.Duration;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The Linux machine has Docker and Kubernetes as the legacy mode's script installs them. */
final class DockerInstalled extends InMachine {
    /** Written last, with the fingerprint of the script that ran. */
    private static final String MARKER = "/var/lib/hybridlab/equipped";

    DockerInstalled(LabContext tools, Machine machine) {
        super(tools, machine);
    }

    @Override
    Probe look(StepContext context) {
        return tools.guest(machine, context).fileEquals(MARKER, fingerprint())
                ? Probe.present(ClassicRendering.LINUX_SETUP + " ran")
                : Probe.absent(ClassicRendering.LINUX_SETUP + " has not run, or has changed");
    }

    @Override
    public Duration longest() {
        return ClassicPlanner.INSTALL;
    }

    @Override
    public void run(StepContext context) {
        if (isDone(context)) {
            return;
        }
        Guest guest = tools.guest(machine, context);
        guest.script(tools.script(machine, ClassicRendering.LINUX_SETUP), ClassicPlanner.INSTALL);
        guest.write(MARKER, fingerprint(), "0644");
    }

    private String fingerprint() {
        return Fingerprint.of(tools.files().classic().linuxSetup(machine));
    }
}
