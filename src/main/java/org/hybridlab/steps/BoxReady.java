package org.hybridlab.steps;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The provider has the box that the machines are made from. */
final class BoxReady implements Action {
    private final LabTools tools;

    BoxReady(LabTools tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.boxes().exists(context.cancellation())) {
            return Probe.absent(tools.boxes().name() + " has not been built");
        }
        return tools.provider().hasTaken(tools.boxes().name(), tools.vagrantHome(), context.cancellation())
                ? Probe.present(tools.boxes().name() + " is there")
                : Probe.absent(tools.boxes().name() + " is not in the provider's storage");
    }

    @Override
    public void run(StepContext context) {
        tools.boxes().ensure(context::line, context.cancellation());
        tools.provider().take(tools.boxes().name(), tools.vagrantHome(), context::line, context.cancellation());
    }
}
