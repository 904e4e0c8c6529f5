package org.hybridlab.provision.destroy;

import java.nio.file.Files;
import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.KnownHosts;

/** Neither the provider nor Vagrant has the machine. */
public final class MachineGone implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(5);

    private final CreatedLab lab;
    private final String machine;

    public MachineGone(CreatedLab lab, String machine) {
        this.lab = lab;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        MachineState state = state(context);
        if (!state.isAbsent()) {
            return Probe.absent(machine + " is " + state.word());
        }
        return vagrantHasNotes() ? Probe.unknown("only Vagrant's own note of it may be left")
                : Probe.present("neither the provider nor Vagrant knows it");
    }

    @Override
    public Duration longest() {
        // Vagrant, and then the provider.
        return WITHIN.multipliedBy(2);
    }

    @Override
    public void run(StepContext context) {
        if (vagrantHasNotes()) {
            destroyByVagrant(context);
        }
        if (!state(context).isAbsent()) {
            lab.provider().remove(lab.id(), machine, context.cancellation());
        }
        KnownHosts.forget(lab.workspace(), machine);
    }

    /** Vagrant does not know machines outside the Vagrantfile, and nothing if that is damaged. */
    private void destroyByVagrant(StepContext context) {
        try {
            lab.vagrant().destroy(machine, WITHIN, context::line, context.cancellation());
        } catch (LabException e) {
            if (Vagrant.RETRYABLE.contains(e.id()) || context.cancellation().isRequested()) {
                throw e;
            }
            context.line("%s The provider's own program does it.".formatted(e.what()));
        }
    }

    private boolean vagrantHasNotes() {
        return Files.isRegularFile(lab.workspace().vagrantfile()) && VagrantNotes.of(lab.workspace()).begun()
                .contains(machine);
    }

    private MachineState state(StepContext context) {
        return lab.state(machine, context.cancellation());
    }
}
