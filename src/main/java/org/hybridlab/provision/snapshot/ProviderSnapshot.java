package org.hybridlab.provision.snapshot;

import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineSnapshots;
import org.hybridlab.provision.power.MachineStop;
import org.hybridlab.provision.state.CreatedLab;

/** Saves, restores or deletes a provider's snapshot of a virtual machine. */
final class ProviderSnapshot implements Action {
    enum Work { SAVE, RESTORE, DELETE }

    private static final Duration WITHIN = Duration.ofMinutes(60);

    private final CreatedLab lab;
    private final String machine;
    private final String name;
    private final Work work;

    ProviderSnapshot(CreatedLab lab, String machine, String name, Work work) {
        this.lab = lab;
        this.machine = machine;
        this.name = Snapshot.inVagrant(name);
        this.work = work;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each call does it");
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    @Override
    public void run(StepContext context) {
        MachineSnapshots snapshots = lab.snapshots();
        switch (work) {
            case SAVE -> save(snapshots, context);
            case RESTORE -> restore(snapshots, context);
            case DELETE -> delete(snapshots, context);
        }
    }

    /** @param name as Vagrant calls it */
    static boolean isThere(CreatedLab lab, String machine, String name, Cancellation cancellation) {
        return !lab.state(machine, cancellation).isAbsent()
                && lab.snapshots().list(machine, cancellation).contains(name);
    }

    /** Vagrant reports a missing machine as not created, and exits with 0. */
    private void save(MachineSnapshots snapshots, StepContext context) {
        snapshots.save(machine, name, context::line, context.cancellation());
        if (!isThere(lab, machine, name, context.cancellation())) {
            throw LabException.labFailed("snapshot-not-taken", "%s has no snapshot of %s, and reported no failure."
                    .formatted(lab.provider().name().traits().title(), machine), "Look whether the machine is there: "
                    + "hybridlab status LAB. Then save the snapshot again.");
        }
    }

    /** A snapshot without memory leaves the machine off: all start together later. */
    private void restore(MachineSnapshots snapshots, StepContext context) {
        snapshots.restore(machine, name, context::line, context.cancellation());
        if (!lab.provider().name().traits().snapshotsWithMemory()
                && lab.state(machine, context.cancellation()).isRunning()) {
            new MachineStop(lab).halt(machine, context);
        }
    }

    private void delete(MachineSnapshots snapshots, StepContext context) {
        if (isThere(lab, machine, name, context.cancellation())) {
            snapshots.delete(machine, name, context::line, context.cancellation());
        }
    }
}
