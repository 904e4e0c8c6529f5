package org.hybridlab.steps;

import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The bundle's programs for Windows machines are on this host. */
final class WindowsBundleReady implements Action {
    private final LabContext tools;

    WindowsBundleReady(LabContext tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.bundles().windows().isPresent() ? Probe.present("the programs are here")
                : Probe.absent("programs for Windows machines are missing");
    }

    @Override
    public void run(StepContext context) {
        tools.bundles().fetchWindows(LabBundles.fetching(context));
    }
}
