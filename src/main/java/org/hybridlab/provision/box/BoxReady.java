package org.hybridlab.provision.box;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabBundles;

/** The host has the box, if machines are to be created. */
public final class BoxReady implements Action {
    private final BoxSource box;
    private final ComingMachines coming;

    public BoxReady(ComingMachines coming) {
        this.box = coming.labContext().boxes().box();
        this.coming = coming;
    }

    @Override
    public Probe probe(StepContext context) {
        if (box.exists(context.cancellation())) {
            return Probe.present(box.name() + " is there");
        }
        return coming.takeBox(context.cancellation()) ? Probe.absent(box.name() + " has not been built")
                : Probe.present("all machines that take a box are made");
    }

    @Override
    public void run(StepContext context) {
        if (coming.takeBox(context.cancellation())) {
            box.ensure(LabBundles.fetching(context));
        }
    }
}
