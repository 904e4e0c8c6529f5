package org.hybridlab.steps;

import org.hybridlab.bundle.Group;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** A program that only some labs need is on this host. */
final class ExtraReady implements Action {
    private final LabContext tools;
    private final Group group;
    private final String program;

    ExtraReady(LabContext tools, Group group, String program) {
        this.tools = tools;
        this.group = group;
        this.program = program;
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.bundles().extra(group).isPresent() ? Probe.present(program + " is here")
                : Probe.absent(program + " is missing");
    }

    @Override
    public void run(StepContext context) {
        tools.bundles().fetchExtra(group, LabBundles.fetching(context));
    }
}
