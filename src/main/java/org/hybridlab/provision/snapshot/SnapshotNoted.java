package org.hybridlab.provision.snapshot;

import java.nio.file.Path;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;

/** The workspace knows of a snapshot whose disks the provider has: from now on it is offered. */
final class SnapshotNoted implements Action {
    private final SnapshotStore store;
    private final Workspace workspace;
    private final Snapshot snapshot;

    SnapshotNoted(SnapshotStore store, Workspace workspace, Snapshot snapshot) {
        this.store = store;
        this.workspace = workspace;
        this.snapshot = snapshot;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each call does it");
    }

    @Override
    public void run(StepContext context) {
        Path folder = store.begin(snapshot.name());
        WorkspaceState.save(workspace, folder);
        store.complete(snapshot);
    }
}
