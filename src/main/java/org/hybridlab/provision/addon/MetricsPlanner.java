package org.hybridlab.provision.addon;

import java.time.Duration;
import java.util.List;

import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.config.model.Lab;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

/** The part of {@code up} that is about the metrics server, for labs that want one. */
public final class MetricsPlanner {
    private static final Duration GETTING = Duration.ofMinutes(30);

    private MetricsPlanner() {
    }

    public static List<Step> of(LabContext labContext) {
        Lab lab = labContext.lab();
        if (!lab.metrics()) {
            return List.of();
        }
        return List.of(
                StepBuilder.step(StepIds.METRICS_BUNDLE, "Build metrics-server")
                        .timeout(GETTING)
                        .inputs(lab.kubernetes())
                        .action(new ExtraReady(labContext, Group.METRICS, "the metrics server")).build(),
                // The API server reaches it as a service, which the addons bring about.
                StepBuilder.step(StepIds.METRICS_SERVED, "Run the metrics server on " + lab.firstControlPlane().name())
                        .needs(StepIds.METRICS_BUNDLE, StepIds.ADDONS_APPLIED,
                                StepIds.id(StepIds.NODE_READY, lab.firstControlPlane()))
                        .timeout(MetricsServed.within(labContext))
                        .retry(LabContext.NETWORK_RETRY)
                        .inputs(labContext.files().metricsServer())
                        .action(new MetricsServed(labContext)).build());
    }
}
