package org.hybridlab.steps;

import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** What a step does inside a machine: while that does not run, nothing is there. */
abstract class InMachine implements Action {
    final LabContext tools;
    final Machine machine;

    InMachine(LabContext tools, Machine machine) {
        this.tools = tools;
        this.machine = machine;
    }

    @Override
    public final Probe probe(StepContext context) {
        return tools.states(context.cancellation()).isRunning(machine) ? look(context)
                : Probe.absent(machine.name() + " is not running");
    }

    /** For a run that would stop what works: whether there is nothing to do, whatever the record says. */
    final boolean isDone(StepContext context) {
        Probe seen = look(context);
        if (seen.isPresent()) {
            context.line(seen.reason());
        }
        return seen.isPresent();
    }

    /** Looks into the machine, which runs. */
    abstract Probe look(StepContext context);
}
