package org.hybridlab.steps;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The cluster has the accounts of flannel and kube-proxy on Windows machines, with no more rights than they need. */
final class WindowsAccountsApplied implements Action {
    private final LabTools tools;

    WindowsAccountsApplied(LabTools tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return tools.cluster().api().find("/api/v1/namespaces/kube-system/serviceaccounts/kube-proxy-windows").isPresent()
                ? Probe.present("the accounts exist") : Probe.absent("the cluster lacks the accounts");
    }

    @Override
    public void run(StepContext context) {
        tools.changes().applyShared(tools.files().windows().accounts(), context::line);
    }
}
