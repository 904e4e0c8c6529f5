package org.hybridlab.steps;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The host has all that machines with stock boxes lack. */
final class NodePayloadReady implements Action {
    private final StockNodePayload kit;

    NodePayloadReady(StockNodePayload kit) {
        this.kit = kit;
    }

    @Override
    public Probe probe(StepContext context) {
        return kit.exists() ? Probe.present("kit " + kit.name() + " is there")
                : Probe.absent("kit " + kit.name() + " has not been put together");
    }

    @Override
    public void run(StepContext context) {
        kit.ensure(LabBundles.fetching(context));
    }
}
