package org.hybridlab.provision.box;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.StockNodePayload;

/** The host has all that machines with stock boxes lack. */
public final class NodePayloadReady implements Action {
    private final StockNodePayload payload;

    public NodePayloadReady(StockNodePayload payload) {
        this.payload = payload;
    }

    @Override
    public Probe probe(StepContext context) {
        return payload.exists() ? Probe.present("kit " + payload.name() + " is there")
                : Probe.absent("kit " + payload.name() + " has not been put together");
    }

    @Override
    public void run(StepContext context) {
        payload.ensure(LabBundles.fetching(context));
    }
}
