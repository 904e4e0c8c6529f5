package org.hybridlab.provision.snapshot;

import java.nio.file.Path;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The workspace lists a snapshot whose disks the provider has. */
final class SnapshotNoted implements Action {
    private final SnapshotStore store;
    private final LabContext labContext;
    private final Snapshot snapshot;

    SnapshotNoted(SnapshotStore store, LabContext labContext, Snapshot snapshot) {
        this.store = store;
        this.labContext = labContext;
        this.snapshot = snapshot;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each call does it");
    }

    @Override
    public void run(StepContext context) {
        Path folder = store.begin(snapshot.name(), labContext.lab().name());
        SavedWorkspace.save(labContext.workspace(), folder);
        store.complete(snapshot);
    }
}
