package org.hybridlab.provision.change;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.destroy.NodeLeft;

/** The cluster has no node of the machine, nor a pod that was bound to it. */
final class LeavingNodeDeleted implements Action {
    private final LabContext labContext;
    private final NodeLeft left;
    private final String machine;

    LeavingNodeDeleted(LabContext labContext, NodeLeft left, String machine) {
        this.labContext = labContext;
        this.left = left;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        if (replacements().machines().contains(machine)) {
            // From here on, a machine of that name is the new one.
            return Probe.absent("%s is to be made again".formatted(machine));
        }
        if (!labContext.hasCluster()) {
            return Probe.present("there is no cluster");
        }
        return labContext.cluster().node(machine).isEmpty() ? Probe.present("the cluster has no node " + machine)
                : Probe.absent("the cluster has its node");
    }

    @Override
    public void run(StepContext context) {
        if (labContext.hasCluster()) {
            left.run(context);
        }
        replacements().end(machine);
    }

    private Replacements replacements() {
        return new Replacements(labContext.workspace());
    }
}
