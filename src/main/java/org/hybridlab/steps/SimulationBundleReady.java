package org.hybridlab.steps;

import org.hybridlab.bundle.Fetching;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** kwok is on this host. */
final class SimulationBundleReady implements Action {
    private final LabTools tools;

    SimulationBundleReady(LabTools tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.bundles().simulation().isPresent() ? Probe.present("kwok is here")
                : Probe.absent("kwok is missing");
    }

    @Override
    public void run(StepContext context) {
        tools.bundles().fetchSimulation(new Fetching(context::line, context.cancellation()));
    }
}
