package org.hybridlab.provision.app;

import java.util.List;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.App;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** The cluster has the app's objects as their manifests have them, and as many replicas as the lab file wants. */
final class AppApplied implements Action {
    private final LabContext tools;
    private final App app;

    AppApplied(LabContext tools, App app) {
        this.tools = tools;
        this.app = app;
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.changes().look(app.name(), objects());
    }

    @Override
    public void run(StepContext context) {
        tools.changes().apply(objects(), context);
    }

    private List<Manifest> objects() {
        return Manifest.parse(tools.files().manifest(app)).stream().map(this::scaled).toList();
    }

    /** The lab file has the last word on replicas. */
    private Manifest scaled(Manifest object) {
        boolean named = object.kind().equals("Deployment") && object.namespace().equals("default")
                && app.scale().containsKey(object.name());
        return named ? object.withReplicas(app.scale().get(object.name())) : object;
    }
}
