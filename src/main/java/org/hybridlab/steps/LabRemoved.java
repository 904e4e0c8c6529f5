package org.hybridlab.steps;

import java.time.Duration;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** A Windows machine has left its cluster, with all that the lab's scripts put there; features and images stay. */
final class LabRemoved implements Action {
    private final LabContext tools;
    private final Machine machine;
    private final Duration within;

    LabRemoved(LabContext tools, Machine machine, Duration within) {
        this.tools = tools;
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
        // The lab may have come up with an older hybridlab.
        tools.windowsFiles(machine).writeTo(tools.workspace());
        tools.windowsGuest(machine, context).script(tools.script(machine, "remove.ps1"), within);
    }
}
