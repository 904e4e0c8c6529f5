package org.hybridlab.provision.addon;

import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

public final class ExtraReady implements Action {
    private final LabContext labContext;
    private final Group group;
    private final String program;

    public ExtraReady(LabContext labContext, Group group, String program) {
        this.labContext = labContext;
        this.group = group;
        this.program = program;
    }

    @Override
    public Probe probe(StepContext context) {
        return labContext.bundles().extra(group).isPresent() ? Probe.present(program + " is here")
                : Probe.absent(program + " is missing");
    }

    @Override
    public void run(StepContext context) {
        labContext.bundles().fetchExtra(group, LabBundles.fetching(context));
    }
}
