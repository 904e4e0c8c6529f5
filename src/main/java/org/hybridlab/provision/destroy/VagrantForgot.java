package org.hybridlab.provision.destroy;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.state.CreatedLab;

/**
 * Vagrant's notes and machine index name no machine of the lab. Edits the index, as starting Vagrant is slow. Starts it
 * if the index cannot be edited, or the Vagrantfile has triggers. At its start, Vagrant forgets machines that are gone
 * (lib/vagrant/machine.rb).
 */
final class VagrantForgot implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(5);

    private final CreatedLab lab;

    VagrantForgot(CreatedLab lab) {
        this.lab = lab;
    }

    @Override
    public Probe probe(StepContext context) {
        return hasNotes() ? Probe.unknown("Vagrant has notes of machines")
                : Probe.present("Vagrant has no notes of machines");
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    /** A damaged Vagrantfile does not stop a destroy. One of unknown origin was deleted before. */
    @Override
    public void run(StepContext context) {
        Set<String> noted = VagrantNotes.of(lab.workspace()).begun();
        if (!noted.isEmpty() && !hasTriggers() && lab.vagrant().forgetsAll(context.cancellation())) {
            noted.forEach(lab.workspace()::forgetMachine);
        }
        if (!hasNotes()) {
            return;
        }
        try {
            lab.vagrant().destroyAll(WITHIN, context::line, context.cancellation());
        } catch (LabException e) {
            if (Vagrant.RETRYABLE.contains(e.id()) || context.cancellation().isRequested()) {
                throw e;
            }
            context.line("%s The workspace with its notes goes anyway.".formatted(e.what()));
        }
    }

    /** A lab may bring a Vagrantfile of its own. */
    private boolean hasTriggers() {
        try {
            return Files.isRegularFile(lab.workspace().vagrantfile())
                    && Files.readString(lab.workspace().vagrantfile()).contains("trigger");
        } catch (IOException e) {
            return true;
        }
    }

    private boolean hasNotes() {
        return Files.isRegularFile(lab.workspace().vagrantfile())
                && !VagrantNotes.of(lab.workspace()).begun().isEmpty();
    }
}
