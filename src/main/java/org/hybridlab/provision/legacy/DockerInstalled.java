package org.hybridlab.provision.legacy;

import java.time.Duration;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.ScriptNames;

/** The Linux machine has Docker and Kubernetes as the legacy mode's script installs them. */
final class DockerInstalled extends InMachine {
    static final Duration INSTALL = Duration.ofMinutes(45);
    /** Written last, with the fingerprint of the script that ran. */
    private static final String MARKER = "/var/lib/hybridlab/equipped";

    DockerInstalled(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        return labContext.guest(machine, context).fileEquals(MARKER, fingerprint())
                ? Probe.present(ScriptNames.CLASSIC_LINUX + " ran")
                : Probe.absent(ScriptNames.CLASSIC_LINUX + " has not run, or has changed");
    }

    @Override
    public Duration longest() {
        return INSTALL;
    }

    @Override
    public void run(StepContext context) {
        if (isDone(context)) {
            return;
        }
        Guest guest = labContext.guest(machine, context);
        guest.script(labContext.script(machine, ScriptNames.CLASSIC_LINUX), INSTALL);
        guest.write(MARKER, fingerprint(), "0644");
    }

    private String fingerprint() {
        return Fingerprint.of(labContext.files().classic().linuxSetup(machine));
    }
}
