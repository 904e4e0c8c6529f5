package org.hybridlab.provision.destroy;

import java.util.Optional;
import java.util.function.Predicate;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.NodeLabel;

/**
 * A machine's node in a cluster that lives on.
 *
 * @param ours whether the cluster is the lab's own
 * @param mustAnswer false if the whole lab goes, whether a cluster of others answers or not
 */
public record LeavingNode(CreatedLab lab, String machine, boolean ours, boolean mustAnswer) {
    /** Of a lab that stays. */
    public LeavingNode(CreatedLab lab, String machine, boolean ours) {
        this(lab, machine, ours, true);
    }

    /** Whether the machine is off, frozen, or gone by the provider's word. */
    boolean isOff(StepContext context) {
        MachineState state = lab.state(machine, context.cancellation());
        return state.isAbsent() || state.isOffOrFrozen();
    }

    /** Empty if the lab has no such node, or need not get an answer. Throws if it must and does not. */
    Optional<Cluster> cluster(StepContext context) {
        if (ours) {
            return ifThere(lab.cluster().cluster(), node -> true);
        }
        Optional<Cluster> cluster = mustAnswer ? Optional.of(lab.cluster().cluster())
                : lab.cluster().answering(context::line);
        if (lab.joined().isJoined()) {
            lab.joined().node(machine, cluster.isEmpty());
        }
        return cluster.flatMap(there -> ifThere(there, node -> NodeLabel.isOf(lab.id(), node)));
    }

    private Optional<Cluster> ifThere(Cluster cluster, Predicate<Node> isOurs) {
        return cluster.node(machine).filter(isOurs).map(node -> cluster);
    }
}
