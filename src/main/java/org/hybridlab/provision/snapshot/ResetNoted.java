package org.hybridlab.provision.snapshot;

import java.time.Duration;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.state.WorkspaceState;

/** Later calls know of the reset until it ends. There is no way back from here. */
final class ResetNoted implements Action {
    private final Workspace workspace;
    private final Snapshot snapshot;

    ResetNoted(Workspace workspace, Snapshot snapshot) {
        this.workspace = workspace;
        this.snapshot = snapshot;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return Duration.ofMinutes(1);
    }

    @Override
    public void run(StepContext context) {
        new WorkspaceState(workspace).beginReset(snapshot.name());
    }
}
