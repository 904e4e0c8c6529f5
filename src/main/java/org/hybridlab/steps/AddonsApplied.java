package org.hybridlab.steps;

import org.hybridlab.kubernetes.ApiServer;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The cluster has kube-proxy and CoreDNS, as kubeadm makes them. */
final class AddonsApplied implements Action {
    private static final String KUBE_SYSTEM = "/apis/apps/v1/namespaces/kube-system";

    private final LabTools tools;
    private final Machine machine;

    AddonsApplied(LabTools tools) {
        this.tools = tools;
        this.machine = tools.lab().firstControlPlane();
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        ApiServer api = tools.cluster().api();
        return api.find(KUBE_SYSTEM + "/daemonsets/kube-proxy").isPresent()
                && api.find(KUBE_SYSTEM + "/deployments/coredns").isPresent()
                ? Probe.present("kube-proxy's DaemonSet and CoreDNS' Deployment exist")
                : Probe.absent("the cluster lacks kube-proxy or CoreDNS");
    }

    @Override
    public void run(StepContext context) {
        Guest guest = tools.guest(machine, context);
        // A control plane that was made anew has joined, and never had it.
        guest.write(ControlPlaneInitialised.CONFIG, tools.files().kubeadmInit(), "0600");
        guest.root(tools.pace().kubeadm(), "kubeadm", "init", "phase", "addon", "all",
                "--config", ControlPlaneInitialised.CONFIG)
                .orFail("kubeadm-addons-failed", "kubeadm could not apply its addons on " + machine.name() + ".",
                        "Read what it said above, then run the same command again.");
    }
}
