package org.hybridlab.steps;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The machine's kubelet has a certificate of this cluster's authority, and its node exists. */
final class NodeJoined implements Action {
    /** Holds the fingerprint of the cluster's authority that the machine joined. */
    private static final String MARKER = "/etc/kubernetes/hybridlab-joined";
    private static final String DISCOVERY = "/run/hybridlab/discovery.yaml";
    private static final String CONFIG = "/run/hybridlab/join.yaml";
    /** kubeadm reads what a patch is for, and its kind, from its name. */
    private static final String PATCH = "/run/hybridlab/patches/kubeletconfiguration0+merge.json";
    private static final String LOOK = Guest.END_EARLIER_KUBEADM
            + "cd /etc/kubernetes && ls -d kubelet.conf bootstrap-kubelet.conf || true";

    private final LabTools tools;
    private final Machine machine;

    NodeJoined(LabTools tools, Machine machine) {
        this.tools = tools;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster to join yet");
        }
        if (!tools.guest(machine, context).fileEquals(MARKER, authority())) {
            return Probe.absent(machine.name() + " has not joined this cluster");
        }
        return tools.node(machine).isPresent()
                ? Probe.present("its node exists")
                : Probe.absent("the cluster has no node " + machine.name());
    }

    @Override
    public void run(StepContext context) {
        Guest guest = tools.guest(machine, context);
        ControlPlanePeers peers = ControlPlanePeers.of(tools, machine, context);
        if (machine.isControlPlane()) {
            // Before anything is taken back: without them there is nothing to join.
            peers.ready();
        }
        if (!guest.output(LOOK, "The look for an earlier join").isBlank()) {
            guest.line("An earlier join did not get through, or was to another cluster: resetting " + machine.name());
            guest.resetKubeadm(tools.pace().kubeadm());
        }
        tools.changes().forgetNode(machine);
        if (machine.isControlPlane()) {
            peers.prepare(guest);
        }
        try (JoinToken token = JoinToken.mint(tools.cluster().api())) {
            guest.write(DISCOVERY, tools.gathered().discovery(), "0600");
            guest.write(CONFIG, tools.gathered().kubeadmJoin(machine, DISCOVERY, token.value()), "0600");
            if (tools.lab().joinsExisting()) {
                guest.write(PATCH, tools.gathered().kubeletPatch(), "0644");
            }
            guest.root(tools.pace().kubeadm(), "kubeadm", "join", "--config", CONFIG)
                    .orFail("kubeadm-join-failed", "kubeadm join failed on %s.".formatted(machine.name()),
                            "Read the kubelet's log: hybridlab logs %s %s --unit kubelet"
                                    .formatted(tools.lab().name(), machine.name()));
            if (tools.lab().joinsExisting()) {
                token.forgetRequests();
            }
        } finally {
            guest.remove(CONFIG, DISCOVERY);
        }
        if (machine.isControlPlane()) {
            guest.output(ControlPlaneInitialised.HAND_OVER, "Handing over the kubeconfig");
        }
        guest.write(MARKER, authority(), "0644");
    }

    private String authority() {
        return tools.made().cluster().authorityFingerprint();
    }
}
