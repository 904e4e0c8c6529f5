package org.hybridlab.steps;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/**
 * {@code kubeadm init} is through, the API server answers at the control plane's address, and the administrator's
 * kubeconfig lies in the workspace (0600) and in the vagrant user's home on the control plane.
 */
final class ControlPlaneInitialised implements Action {
    /** Says that init went through, so that a control plane which is only slow is never reset. */
    private static final String MARKER = "/etc/kubernetes/hybridlab-initialised";
    static final String CONFIG = "/etc/hybridlab/kubeadm-init.yaml";
    // All in one go: everything else waits for this step, and each command by itself costs a round trip and a sudo.
    private static final String LOOK = Guest.END_EARLIER_KUBEADM + """
            if [ -e %s ]; then echo initialised
            elif ls /etc/kubernetes/manifests/*.yaml > /dev/null 2>&1 || [ -e /var/lib/etcd/member ]; then echo half
            fi""".formatted(MARKER);
    /** What makes kubectl work for the vagrant user; prints the kubeconfig. */
    static final String HAND_OVER = """
            set -e
            touch %s
            install -d -m 0700 -o vagrant -g vagrant /home/vagrant/.kube
            install -m 0600 -o vagrant -g vagrant /etc/kubernetes/admin.conf /home/vagrant/.kube/config
            cat /etc/kubernetes/admin.conf""".formatted(MARKER);

    private final LabTools tools;
    private final Machine machine;

    ControlPlaneInitialised(LabTools tools) {
        this.tools = tools;
        this.machine = tools.lab().firstControlPlane();
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("the workspace has no kubeconfig");
        }
        if (!tools.lab().hasSeveralControlPlanes() && !tools.states(context.cancellation()).isRunning(machine)) {
            return Probe.absent(machine.name() + " is not running");
        }
        if (!tools.cluster().isReady(tools.pace().apiAnswer(), context.cancellation())) {
            return Probe.absent("the API server at %s does not answer with this kubeconfig"
                    .formatted(tools.lab().apiAddress()));
        }
        // With others beside it, the API server's answer does not say that this machine is one of them.
        return !tools.lab().hasSeveralControlPlanes() || tools.guest(machine, context).has(MARKER)
                ? Probe.present("the API server answers")
                : Probe.absent(machine.name() + " is not part of the control plane");
    }

    @Override
    public void run(StepContext context) {
        Guest guest = tools.guest(machine, context);
        String found = guest.output(LOOK, "The look for an earlier init");
        if (!found.strip().equals("initialised")) {
            initialise(guest, found.strip().equals("half"), context);
        }
        tools.keepCluster(guest.output(HAND_OVER, "Handing over the kubeconfig"));
        tools.cluster().awaitApi(tools.pace().kubeadm(), context.cancellation());
    }

    private void initialise(Guest guest, boolean half, StepContext context) {
        // A cluster that other control planes still hold is never given up for a new one.
        if (tools.lab().hasSeveralControlPlanes() && tools.hasCluster()) {
            new NodeJoined(tools, machine).run(context);
            return;
        }
        if (half) {
            guest.line("An earlier init did not get through: resetting " + machine.name());
            guest.resetKubeadm(tools.pace().kubeadm());
        }
        if (tools.lab().hasExternalEtcd()) {
            new ExternalEtcd(tools, context).prepare(guest);
        }
        guest.write(CONFIG, tools.files().kubeadmInit(), "0600");
        guest.root(tools.pace().kubeadm(), "kubeadm", "init", "--config", CONFIG, "--skip-token-print")
                .orFail("kubeadm-init-failed", "kubeadm init failed on %s.".formatted(machine.name()),
                        "Read the kubelet's log: hybridlab logs %s %s --unit kubelet"
                                .formatted(tools.lab().name(), machine.name()));
    }
}
