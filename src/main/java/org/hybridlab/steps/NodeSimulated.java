package org.hybridlab.steps;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The cluster has a node for the machine, which is marked as simulated. */
final class NodeSimulated implements Action {
    private final LabTools tools;
    private final Machine machine;

    NodeSimulated(LabTools tools, Machine machine) {
        this.tools = tools;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return tools.node(machine).filter(node -> node.simulated()).isPresent()
                ? Probe.present("the cluster has the simulated node " + machine.name())
                : Probe.absent("the cluster has no simulated node " + machine.name());
    }

    @Override
    public void run(StepContext context) {
        tools.cluster().apply(tools.files().simulation().nodes().get(machine.name()), context::line);
    }
}
