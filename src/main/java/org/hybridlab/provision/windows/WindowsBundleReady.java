package org.hybridlab.provision.windows;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/** The bundle's programs for Windows machines are on this host. */
final class WindowsBundleReady implements Action {
    private final LabContext labContext;

    WindowsBundleReady(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        return labContext.bundles().windows().isPresent() ? Probe.present("the programs are here")
                : Probe.absent("programs for Windows machines are missing");
    }

    @Override
    public void run(StepContext context) {
        labContext.bundles().fetchWindows(LabBundles.fetching(context));
    }
}
