package org.hybridlab.provision.addon;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.ScriptNames;
import tools.jackson.databind.json.JsonMapper;

/** The metrics server runs on the first control plane, and the API server passes questions on to it. */
final class MetricsServed implements Action {
    /** Where the pod takes the program from; no image of it is needed. */
    private static final String FINGERPRINT = "hybridlab.org/fingerprint";
    private static final Duration UPLOAD = Duration.ofMinutes(10);

    private final LabContext labContext;
    private final Machine host;

    MetricsServed(LabContext labContext) {
        this.labContext = labContext;
        this.host = labContext.lab().firstControlPlane();
    }

    /** More than all that it waits for itself, so that a failure says what was waited for. */
    static Duration within(LabContext labContext) {
        return UPLOAD.plus(labContext.timeouts().apply()).plus(labContext.timeouts().appReady()).plusMinutes(1);
    }

    @Override
    public Probe probe(StepContext context) {
        Optional<Bundle> bundle = labContext.bundles().extra(Group.METRICS);
        if (bundle.isEmpty() || !labContext.hasCluster()) {
            return Probe.absent("there is no metrics server on this host, or no cluster yet");
        }
        try {
            MetricsServer server = look();
            if (!server.has(FINGERPRINT, fingerprint(bundle.get()))) {
                return Probe.absent("the cluster has no metrics server, or another one");
            }
            return server.isServed()
                    ? labContext.changes().look("the metrics server",
                            Manifest.parse(labContext.files().metricsServer()))
                    : Probe.absent("the metrics API is not served");
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Probe.unknown(e.what());
        }
    }

    private MetricsServer look() {
        return MetricsServer.of(labContext.cluster().api());
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(20);
    }

    @Override
    public Duration longest() {
        return UPLOAD.plus(labContext.timeouts().appReady());
    }

    @Override
    public void run(StepContext context) {
        Bundle bundle = labContext.bundles().extra(Group.METRICS).orElseThrow();
        labContext.guest(host, context).upload(bundle.file("metrics-server"), ScriptNames.METRICS_SERVER, "0755",
                UPLOAD);
        labContext.changes().apply(labContext.files().metricsServer(), context);
        // Pods that run another program, or the same with other settings, are replaced.
        labContext.cluster().api()
                .merge(MetricsServer.DEPLOYMENT, JsonMapper.shared()
                .writeValueAsString(Map.of("spec", Map.of("template",
                Map.of("metadata", Map.of("annotations", Map.of(FINGERPRINT, fingerprint(bundle))))))));
        Wait.until("the metrics API is served", labContext.timeouts().appReady())
                .every(labContext.timeouts().look())
                .orFail("metrics-not-served", "See its pod: hybridlab kubectl %s -n kube-system describe pod -l "
                        .formatted(labContext.word()) + "k8s-app=metrics-server")
                .that(this::look, MetricsServer::isServed, server -> "the API server does not find it available",
                        context.cancellation());
    }

    private String fingerprint(Bundle bundle) {
        return Fingerprint.of(bundle.sums().get("metrics-server"), labContext.files().metricsServer());
    }
}
