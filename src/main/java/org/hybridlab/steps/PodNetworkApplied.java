package org.hybridlab.steps;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The cluster has flannel's objects, as the manifest says them. */
final class PodNetworkApplied implements Action {
    private final LabTools tools;

    PodNetworkApplied(LabTools tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return tools.cluster().api().find("/apis/apps/v1/namespaces/kube-flannel/daemonsets/kube-flannel-ds")
                .isPresent() ? Probe.present("flannel's DaemonSet exists")
                : Probe.absent("the cluster has no flannel");
    }

    @Override
    public void run(StepContext context) {
        tools.cluster().apply(tools.files().flannel(), context::line);
    }
}
