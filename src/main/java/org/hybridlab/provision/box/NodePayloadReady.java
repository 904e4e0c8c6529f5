package org.hybridlab.provision.box;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.StockNodePayload;

/** The host has all that machines with stock boxes lack. */
public final class NodePayloadReady implements Action {
    private final StockNodePayload kit;

    public NodePayloadReady(StockNodePayload kit) {
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
