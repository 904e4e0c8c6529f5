package org.hybridlab.provision.windows;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The cluster has the DaemonSets for Windows machines, made of what it says of itself. */
final class WindowsPodsApplied implements Action {
    private final LabContext tools;

    WindowsPodsApplied(LabContext tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return tools.changes().lookShared("%s and kube-proxy for Windows machines".formatted(
                tools.lab().network().plugin().title()), tools.gathered().windowsOverlay());
    }

    @Override
    public void run(StepContext context) {
        tools.changes().applyShared(tools.gathered().windowsOverlay(), context);
    }
}
