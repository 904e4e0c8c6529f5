package org.hybridlab.steps;

import org.hybridlab.failure.LabException;
import org.hybridlab.kubernetes.Manifest;
import org.hybridlab.lab.App;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The cluster has the app's objects, and as many replicas as the lab file wants. */
final class AppApplied implements Action {
    private final LabTools tools;
    private final App app;

    AppApplied(LabTools tools, App app) {
        this.tools = tools;
        this.app = app;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        for (Manifest object : Manifest.parse(tools.files().manifest(app))) {
            try {
                tools.cluster().get(object);
            } catch (LabException e) {
                return Probe.absent("the cluster has no " + object.reference());
            }
        }
        return Probe.present("all objects of " + app.name() + " exist");
    }

    @Override
    public void run(StepContext context) {
        tools.changes().apply(tools.files().manifest(app), context::line);
        app.scale().forEach((deployment, replicas) -> {
            tools.cluster().scale("default", deployment, replicas);
            context.line("deployment/%s scaled to %d".formatted(deployment, replicas));
        });
    }
}
