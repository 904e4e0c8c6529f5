package org.hybridlab.provision.simulation;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The cluster has a node for the machine, which is marked as simulated. */
final class NodeSimulated implements Action {
    private final LabContext tools;
    private final Machine machine;

    NodeSimulated(LabContext tools, Machine machine) {
        this.tools = tools;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.changes().look("the simulated node " + machine.name(), Manifest.parse(manifest()));
    }

    @Override
    public void run(StepContext context) {
        tools.changes().apply(manifest(), context);
    }

    private String manifest() {
        return tools.files().simulation().nodes().get(machine.name());
    }
}
