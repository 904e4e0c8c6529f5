package org.hybridlab.provision.destroy;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;

/** A cluster that is not ours has no node of the machine any more, nor anything that went with it. */
public final class NodeLeft implements Action {
    private final LeavingNode node;

    public NodeLeft(LeavingNode node) {
        this.node = node;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("taking away what is gone costs nothing");
    }

    /** After the machine is gone: its kubelet would renew its lease for as long as it lives. */
    @Override
    public void run(StepContext context) {
        node.cluster(context).ifPresent(cluster -> cluster.deleteNode(node.machine()));
    }
}
