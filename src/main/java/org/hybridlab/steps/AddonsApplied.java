package org.hybridlab.steps;

import java.time.Duration;

import org.hybridlab.kubernetes.ApiServer;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The cluster has kube-proxy and CoreDNS, as kubeadm makes them. */
final class AddonsApplied implements Action {
    private static final String KUBE_SYSTEM = "/apis/apps/v1/namespaces/kube-system";
    private static final String COREDNS = KUBE_SYSTEM + "/deployments/coredns";
    /** The last thing of CoreDNS that kubeadm makes. */
    private static final String DNS_SERVICE = "/api/v1/namespaces/kube-system/services/kube-dns";

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
                && api.find(COREDNS).isPresent()
                ? Probe.present("kube-proxy's DaemonSet and CoreDNS' Deployment exist")
                : Probe.absent("the cluster lacks kube-proxy or CoreDNS");
    }

    @Override
    public Duration longest() {
        return tools.pace().kubeadm();
    }

    /**
     * kubeadm takes a CoreDNS that is there for one to be upgraded, and refuses versions that it does not know as its
     * own past: a whole one stays as it is, half of one is made anew.
     */
    @Override
    public void run(StepContext context) {
        ApiServer api = tools.cluster().api();
        boolean whole = api.find(COREDNS).isPresent() && api.find(DNS_SERVICE).isPresent();
        if (!whole) {
            api.delete(COREDNS);
        }
        Guest guest = tools.guest(machine, context);
        // A control plane that was made anew has joined, and never had it.
        guest.write(ControlPlaneInitialised.CONFIG, tools.files().kubeadmInit(), "0600");
        guest.root(tools.pace().kubeadm(), "kubeadm", "init", "phase", "addon", whole ? "kube-proxy" : "all",
                "--config", ControlPlaneInitialised.CONFIG)
                .orFail("kubeadm-addons-failed", "kubeadm could not apply its addons on " + machine.name() + ".",
                        "Read what it said above, then run the same command again.");
    }
}
