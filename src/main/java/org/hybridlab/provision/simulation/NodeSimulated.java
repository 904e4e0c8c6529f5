package org.hybridlab.provision.simulation;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The cluster has a node for the machine, which is marked as simulated. */
final class NodeSimulated implements Action {
    private final LabContext labContext;
    private final Machine machine;

    NodeSimulated(LabContext labContext, Machine machine) {
        this.labContext = labContext;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        return labContext.changes().look("the simulated node " + machine.name(), Manifest.parse(manifest()));
    }

    @Override
    public void run(StepContext context) {
        labContext.changes().apply(manifest(), context);
    }

    private String manifest() {
        return labContext.files().simulation().nodes().get(machine.name());
    }
}
