package org.hybridlab.provision.packaging;

import java.time.Duration;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** A Windows machine has left its cluster, without the lab's files; features and images stay. */
final class LabRemoved implements Action {
    private final LabContext labContext;
    private final Machine machine;
    private final Duration within;

    LabRemoved(LabContext labContext, Machine machine, Duration within) {
        this.labContext = labContext;
        this.machine = machine;
        this.within = within;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("removing what is gone costs nothing");
    }

    @Override
    public Duration longest() {
        return within;
    }

    @Override
    public void run(StepContext context) {
        labContext.windowsGuest(machine, context).script(labContext.script(machine, "remove.ps1"), within);
    }
}
