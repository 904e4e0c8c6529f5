package org.hybridlab.provision.box;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/** The box that the machines are made from is on this host. */
public final class BoxReady implements Action {
    private final BoxSource box;

    public BoxReady(LabContext labContext) {
        this.box = labContext.boxes().box();
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
