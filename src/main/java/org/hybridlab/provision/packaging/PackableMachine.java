package org.hybridlab.provision.packaging;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.WindowsGuest;

/** Whether {@code box package} accepts a machine. Changes nothing. */
public final class PackableMachine {
    private static final Duration QUICK = Duration.ofMinutes(2);

    private PackableMachine() {
    }

    /**
     * @throws LabException {@code box-linux-machine} or {@code box-provider-unfit} (exit 2), {@code
     * machine-not-prepared}
     */
    public static void check(LabContext labContext, Machine machine, Cancellation cancellation) {
        if (labContext.created().cluster().wasKnown()) {
            // Without one, pods would not end in good order, and the node would stay.
            labContext.created().cluster().kubeconfig();
        }
        ProviderName provider = labContext.provider().name();
        if (!machine.isWindows()) {
            throw LabException.invalid("box-linux-machine", machine.name()
                    + " is a Linux machine: what takes long there is "
                    + "in the box that hybridlab builds.",
                    "Build it ahead: hybridlab box build. Or take a Windows machine.");
        }
        if (!provider.traits().packages()) {
            throw LabException.invalid("box-provider-unfit",
                    "No box can be made of machines of this lab: `vagrant package` "
                    + "does not do it on %s.".formatted(provider.traits().title()),
                    "docs/reference/providers.md says which providers can; a box is of use on its own provider only.");
        }
        if (!labContext.states(cancellation).isRunning(machine) || !isPrepared(labContext, machine, cancellation)) {
            throw LabException.labFailed("machine-not-prepared", machine.name()
                    + " is not prepared, or does not run: a box of "
                    + "it would save nothing.", "Bring the lab up first: hybridlab up " + labContext.word());
        }
    }

    /** As {@code features.ps1} left it, and rebooted. */
    private static boolean isPrepared(LabContext labContext, Machine machine, Cancellation cancellation) {
        return isThere(labContext, machine, "done/features.ps1", cancellation)
                && !isThere(labContext, machine, "reboot-wanted", cancellation);
    }

    private static boolean isThere(LabContext labContext, Machine machine, String file, Cancellation cancellation) {
        String path = (WindowsGuest.FOLDER + "/" + file).replace('/', '\\');
        return labContext.shell(machine).run(List.of("cmd", "/c", "type", path), Optional.empty(), QUICK, line -> { },
                cancellation).ok();
    }
}
