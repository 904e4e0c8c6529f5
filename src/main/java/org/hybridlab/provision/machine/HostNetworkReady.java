package org.hybridlab.provision.machine;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The host has what the provider needs before the first machine starts, above all the lab's network. */
final class HostNetworkReady implements Action {
    private final LabContext tools;

    HostNetworkReady(LabContext tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        boolean allRun = tools.lab().madeMachines().stream()
                .allMatch(tools.states(context.cancellation())::isRunning);
        return allRun ? Probe.present("every machine runs in it")
                : Probe.unknown("not every machine runs, and making it again costs nothing");
    }

    @Override
    public void run(StepContext context) {
        tools.provider().prepare(tools.id(), tools.lab(), context.cancellation());
    }
}
