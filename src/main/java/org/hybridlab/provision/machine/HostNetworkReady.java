package org.hybridlab.provision.machine;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The host has what the provider needs before the first machine starts, above all the lab's network. */
final class HostNetworkReady implements Action {
    private final LabContext labContext;

    HostNetworkReady(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        boolean allRun = labContext.lab().madeMachines().stream()
                .allMatch(labContext.states(context.cancellation())::isRunning);
        return allRun ? Probe.present("every machine runs in it")
                : Probe.unknown("not every machine runs, and making it again costs nothing");
    }

    @Override
    public void run(StepContext context) {
        labContext.provider().prepare(labContext.id(), labContext.lab(), context.cancellation());
    }
}
