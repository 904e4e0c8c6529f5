package org.hybridlab.provision.machine;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Registry;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/** containerd of the machine has a file for each registry of the lab. It reads them at each pull. */
final class RegistriesKnown extends InMachine {
    private static final String FILE = "/etc/containerd/certs.d/%s/hosts.toml";

    RegistriesKnown(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        try {
            return labContext.lab().registries().stream().allMatch(registry -> has(registry, context))
                    ? Probe.present("its files are as the lab file says")
                    : Probe.absent("containerd does not know all registries, or not as the lab file says");
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Probe.unknown(e.what());
        }
    }

    @Override
    public void run(StepContext context) {
        for (Registry registry : labContext.lab().registries()) {
            String content = labContext.registries().inMachine(registry);
            boolean secret = registry.login().isPresent();
            if (machine.isWindows()) {
                labContext.windowsGuest(machine, context).write(path(registry), content, secret);
            } else {
                labContext.guest(machine, context).write(path(registry), content, secret ? "0600" : "0644");
            }
            context.line(registry.host() + " is known");
        }
    }

    private boolean has(Registry registry, StepContext context) {
        String wanted = labContext.registries().inMachine(registry).strip();
        return machine.isWindows()
                ? labContext.windowsGuest(machine, context).read(path(registry)).filter(wanted::equals).isPresent()
                : labContext.guest(machine, context).fileEquals(path(registry), wanted);
    }

    private String path(Registry registry) {
        return (machine.isWindows() ? "C:" : "") + FILE.formatted(registry.folder());
    }
}
