package org.hybridlab.provision.destroy;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.state.CreatedLab;

/** A cluster that is not ours has none of the objects any more that the lab made there. */
final class ClusterCleared implements Action {
    private final CreatedLab lab;

    ClusterCleared(CreatedLab lab) {
        this.lab = lab;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("taking away what is gone costs nothing");
    }

    @Override
    public void run(StepContext context) {
        lab.cluster().answering(context::line).ifPresentOrElse(
                cluster -> lab.joined().removeAll(cluster, context::line), lab.joined()::objectsStay);
    }
}
