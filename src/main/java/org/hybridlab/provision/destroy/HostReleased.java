package org.hybridlab.provision.destroy;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.state.CreatedLab;

/** The provider has no network, volume or stray machine of the lab. */
final class HostReleased implements Action {
    private final CreatedLab lab;

    HostReleased(CreatedLab lab) {
        this.lab = lab;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("releasing what is gone costs nothing");
    }

    @Override
    public void run(StepContext context) {
        lab.provider().release(lab.id(), context.cancellation());
    }
}
