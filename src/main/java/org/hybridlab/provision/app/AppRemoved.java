package org.hybridlab.provision.app;

import java.util.List;
import java.util.Optional;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;

/** The cluster has no object of an app that left the lab file. */
final class AppRemoved implements Action {
    private final LabContext labContext;
    private final String app;

    AppRemoved(LabContext labContext, String app) {
        this.labContext = labContext;
        this.app = app;
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return Probe.absent("its objects are on the list of what was applied")
                .destroying(new SurplusObjects(labContext, app).destruction());
    }

    @Override
    public Optional<String> destroysUnseen() {
        return Optional.of("delete the objects of the app " + app);
    }

    @Override
    public void run(StepContext context) {
        SurplusObjects surplus = new SurplusObjects(labContext, app);
        Optional<String> words = surplus.destruction();
        words.ifPresent(what -> {
            context.destroys(what);
            surplus.delete(context);
        });
        new AppliedObjects(labContext.workspace()).keep(app, List.of());
    }
}
