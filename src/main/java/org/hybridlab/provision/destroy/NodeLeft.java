package org.hybridlab.provision.destroy;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;

/** A cluster of others has no node of the machine, nor anything that belonged to it. */
public final class NodeLeft implements Action {
    private final LeavingNode node;

    public NodeLeft(LeavingNode node) {
        this.node = node;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("taking away what is gone costs nothing");
    }

    /** Comes after the machine is gone: a living kubelet renews its lease. */
    @Override
    public void run(StepContext context) {
        node.cluster(context).ifPresent(cluster -> cluster.deleteNode(node.machine()));
    }
}
