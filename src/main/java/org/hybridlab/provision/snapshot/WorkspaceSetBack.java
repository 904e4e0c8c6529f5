package org.hybridlab.provision.snapshot;

import java.nio.file.Path;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

final class WorkspaceSetBack implements Action {
    private final LabContext labContext;
    private final Path folder;

    WorkspaceSetBack(LabContext labContext, Path folder) {
        this.labContext = labContext;
        this.folder = folder;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public void run(StepContext context) {
        SavedWorkspace.restore(labContext.workspace(), folder);
    }
}
