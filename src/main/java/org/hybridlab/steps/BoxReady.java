package org.hybridlab.steps;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The box that the machines are made from is on this host. */
final class BoxReady implements Action {
    private final BoxSource box;

    BoxReady(LabContext tools) {
        this.box = tools.boxes().box();
    }

    @Override
    public Probe probe(StepContext context) {
        return box.exists(context.cancellation()) ? Probe.present(box.name() + " is there")
                : Probe.absent(box.name() + " has not been built");
    }

    @Override
    public void run(StepContext context) {
        box.ensure(LabBundles.fetching(context));
    }
}
