package org.hybridlab.provision.change;

import java.util.List;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdMembership;

/**
 * Control planes that were removed outside hybridlab, and are recreated. kubeadm upgrades nothing while a node is not
 * Ready or a member is silent, and they join with the new version only.
 */
record LostMachines(LabContext labContext, StepContext context) {
    /** Output of {@link #LOOK} from a machine without a cluster. */
    static final String UNJOINED = "unjoined";
    static final String LOOK = "k=/etc/kubernetes; [ -e $k/kubelet.conf ] || [ -e $k/hybridlab-joined ] "
            + "|| [ -e $k/hybridlab-initialised ] || echo " + UNJOINED;

    /** Removes their remains from the cluster. @param controlPlanes that may be lost; a new one has no remains */
    void forget(List<Machine> controlPlanes, Machine upgrading) {
        controlPlanes.stream().filter(one -> !one.equals(upgrading))
                .filter(one -> labContext.states(context.cancellation()).isRunning(one))
                .filter(this::isLost).forEach(this::forgetLost);
    }

    private boolean isLost(Machine machine) {
        Guest guest = labContext.guest(machine, context);
        return guest.output(LOOK + "; echo end", "The look for a cluster").lines().anyMatch(UNJOINED::equals);
    }

    private void forgetLost(Machine lost) {
        context.line("%s was made again: taking what is left of the one before out".formatted(lost.name()));
        if (!labContext.lab().hasExternalEtcd()) {
            EtcdMembership members = new EtcdOthers(labContext, lost.name()).staying(context);
            members.of(lost).ifPresent(members::remove);
        }
        labContext.changes().forgetNode(lost);
    }
}
