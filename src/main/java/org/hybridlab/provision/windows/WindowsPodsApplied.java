package org.hybridlab.provision.windows;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The cluster has the DaemonSets for Windows machines, made of what it says of itself. */
final class WindowsPodsApplied implements Action {
    private final LabContext labContext;

    WindowsPodsApplied(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return labContext.changes().lookShared("%s and kube-proxy for Windows machines".formatted(
                labContext.lab().network().plugin().title()), labContext.gathered().windowsOverlay());
    }

    @Override
    public void run(StepContext context) {
        labContext.changes().applyShared(labContext.gathered().windowsOverlay(), context);
    }
}
