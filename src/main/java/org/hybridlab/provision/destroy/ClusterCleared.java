package org.hybridlab.provision.destroy;

import java.util.Set;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.state.CreatedLab;

/** A cluster of others has none of the lab's objects, except those that hold objects of others. */
final class ClusterCleared implements Action {
    private final CreatedLab lab;
    private final Set<String> lost;

    /** @param lost paths of objects to delete with what others have in them */
    ClusterCleared(CreatedLab lab, Set<String> lost) {
        this.lab = lab;
        this.lost = lost;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("taking away what is gone costs nothing");
    }

    @Override
    public void run(StepContext context) {
        lab.cluster().answering(context::line).ifPresentOrElse(
                cluster -> lab.joined().removeAll(cluster, lost, context::line), lab.joined()::objectsStay);
    }
}
