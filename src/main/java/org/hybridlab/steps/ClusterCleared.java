package org.hybridlab.steps;

import org.hybridlab.kubernetes.Cluster;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** A cluster that is not ours has none of the objects any more that the lab made there. */
final class ClusterCleared implements Action {
    private final MadeLab lab;

    ClusterCleared(MadeLab lab) {
        this.lab = lab;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("taking away what is gone costs nothing");
    }

    @Override
    public void run(StepContext context) {
        Cluster cluster = lab.cluster().cluster();
        if (cluster.answers()) {
            lab.joined().removeAll(cluster, context::line);
        } else {
            context.line("The cluster does not answer: what the lab made there stays.");
        }
    }
}
