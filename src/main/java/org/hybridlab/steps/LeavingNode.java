package org.hybridlab.steps;

import java.util.Optional;

import org.hybridlab.kubernetes.Cluster;
import org.hybridlab.plan.StepContext;

/** A machine's node in a cluster that is not ours, which the machine leaves. */
record LeavingNode(MadeLab lab, String machine) {
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
