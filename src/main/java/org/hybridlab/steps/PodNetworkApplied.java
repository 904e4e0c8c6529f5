package org.hybridlab.steps;

import java.util.Optional;

import org.hybridlab.kubernetes.Manifest;
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
        return daemonSet().flatMap(tools.cluster().api()::find).isPresent() ? Probe.present("flannel's DaemonSet exists")
                : Probe.absent("the cluster has no flannel");
    }

    /**
     * Where the API server has it, unless a template of the lab's own has none: kinds of Kubernetes' own need no look at
     * what the cluster knows.
     */
    private Optional<String> daemonSet() {
        return Manifest.parse(tools.files().flannel()).stream().filter(object -> object.kind().equals("DaemonSet"))
                .map(object -> "/apis/%s/namespaces/%s/daemonsets/%s".formatted(object.apiVersion(), object.namespace(),
                        object.name())).findFirst();
    }

    @Override
    public void run(StepContext context) {
        tools.cluster().apply(tools.files().flannel(), context::line);
    }
}
