package org.hybridlab.steps;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The provider has the box that the machines are made from. */
final class BoxReady implements Action {
    private final LabTools tools;
    private final BoxSource box;

    BoxReady(LabTools tools) {
        this.tools = tools;
        this.box = tools.boxes().box();
    }

    @Override
    public Probe probe(StepContext context) {
        if (!box.exists(context.cancellation())) {
            return Probe.absent(box.name() + " has not been built");
        }
        return tools.provider().hasTaken(box.name(), tools.vagrantHome(), context.cancellation())
                ? Probe.present(box.name() + " is there")
                : Probe.absent(box.name() + " is not in the provider's storage");
    }

    @Override
    public void run(StepContext context) {
        box.ensure(context::line, context.cancellation());
        tools.provider().take(box.name(), tools.vagrantHome(), context::line, context.cancellation());
    }
}
