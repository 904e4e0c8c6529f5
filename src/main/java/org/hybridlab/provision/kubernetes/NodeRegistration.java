package org.hybridlab.provision.kubernetes;

import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeShare;
import org.hybridlab.provision.context.WindowsGuest;

/** A kubelet registers its node only at its start, so it is restarted if the node was deleted. */
public record NodeRegistration(LabContext labContext, Machine machine, StepContext context) {
    private static final String LINKS = "/sys/class/net/";

    public void ensure(Guest guest) {
        if (labContext.cluster().node(machine.name()).isEmpty()) {
            again(guest);
        }
    }

    void again(Guest guest) {
        guest.line("%s has joined, but the cluster has no node of it: starting its kubelet again"
                .formatted(machine.name()));
        guest.must("systemctl", "enable", "--quiet", "kubelet");
        guest.must("systemctl", "restart", "kubelet");
        awaitNode();
        mark(guest);
        renewPods(guest);
    }

    /** Marks of kubeadm that a kubelet does not set. */
    private void mark(Guest guest) {
        if (machine.isControlPlane()) {
            labContext.cluster().markControlPlane(machine.name(), !labContext.lab().untaint());
        }
    }

    public void again(WindowsGuest guest) {
        guest.line("%s has joined, but the cluster has no node of it: starting its kubelet again"
                .formatted(machine.name()));
        guest.restart("kubelet");
        awaitNode();
    }

    private void awaitNode() {
        Wait.until("%s registers its node again".formatted(machine.name()), labContext.timeouts().answering())
                .every(labContext.timeouts().look())
                .orFail("node-not-registered",
                "Its kubelet says why: hybridlab logs %1$s %2$s --unit kubelet. If the machine "
                        .formatted(labContext.word(), machine.name())
                        + "may go: hybridlab destroy %s %s, then `up`.".formatted(labContext.word(),
                                machine.name()))
                .that(() -> labContext.cluster().node(machine.name()), Optional::isPresent, none -> "there is none",
                        context.cancellation());
    }

    /**
     * A new node may get another pod CIDR. Then its running pods are unreachable, and the bridge plugin fails at the
     * old address. Kubernetes would have ended them with their node.
     */
    private void renewPods(Guest guest) {
        Cidr share = NodeShare.await(labContext, machine, context);
        PodNetworkPlugin.Files files = labContext.lab().network().plugin().files();
        String noted = files.sharePath();
        if (!guest.has(noted) || guest.output("cat " + noted, "The look at the pod network")
                .contains(files.shareLine().formatted(share.address(1)))) {
            return;
        }
        guest.remove(noted);
        if (guest.has(LINKS + files.bridge())) {
            guest.must("ip", "link", "delete", files.bridge());
        }
        Cluster cluster = labContext.cluster();
        cluster.podsOn(machine.name()).stream()
                .filter(pod -> !pod.isStatic())
                .forEach(cluster::delete);
    }
}
