package org.hybridlab.provision.destroy;

import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.NodeLabel;

/** A machine's node in a cluster that is not ours, which the machine leaves. */
public record LeavingNode(CreatedLab lab, String machine) {
    /**
     * Empty if there is nothing to be done: the cluster does not answer, and a lab must not stay for that; or it has no
     * such node of this lab.
     */
    Optional<Cluster> cluster(StepContext context) {
        Cluster cluster = lab.cluster().cluster();
        if (!cluster.answers()) {
            context.line("The cluster does not answer; if it lives on: kubectl delete node " + machine);
            return Optional.empty();
        }
        return cluster.node(machine).filter(node -> NodeLabel.isOf(lab.id().lab(), node)).map(node -> cluster);
    }
}
