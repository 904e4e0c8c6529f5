package org.hybridlab.provision.addon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.AwaitedObject;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Addon;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.databind.json.JsonMapper;

/** The cluster has an addon's objects, those awaited are ready, and its programs are on the control plane. */
final class AddonServed implements Action {
    /** Annotation on pods with the fingerprint of their inputs. */
    static final String FINGERPRINT = "hybridlab.org/fingerprint";
    private static final Duration UPLOAD = Duration.ofMinutes(10);

    private final LabContext labContext;
    private final Addon addon;
    private final List<AwaitedObject> ready;

    AddonServed(LabContext labContext, Addon addon) {
        this.labContext = labContext;
        this.addon = addon;
        this.ready = addon.ready().stream().map(AwaitedObject::of).toList();
    }

    /** Longer than its own waits, so that a failure names what was awaited. */
    static Duration within(LabContext labContext) {
        return UPLOAD.plus(labContext.timeouts().apply()).plus(labContext.timeouts().appReady()).plusMinutes(1);
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster() || hasPrograms() && bundle().isEmpty()) {
            return Probe.absent("there is no %s on this host, or no cluster yet".formatted(addon.title()));
        }
        try {
            ApiServer api = labContext.cluster().api();
            String fingerprint = fingerprint();
            if (workloads().stream().anyMatch(workload -> !isMarked(api, workload, fingerprint))) {
                return Probe.absent("the cluster has no %s, or another one".formatted(addon.title()));
            }
            List<String> complaints = complaints(api, ready);
            return complaints.isEmpty()
                    ? labContext.changes().look("the " + addon.title(), Manifest.parse(manifest()))
                    : Probe.absent(String.join("; ", complaints));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Probe.unknown(e.what());
        }
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
        String fingerprint = fingerprint();
        if (hasPrograms()) {
            Guest guest = labContext.guest(labContext.lab().firstControlPlane(), context);
            addon.programs().forEach((program, path) -> guest.upload(bundle().orElseThrow().file(program), path, "0755",
                    UPLOAD));
        }
        labContext.changes().apply(manifest(), context);
        ApiServer api = labContext.cluster().api();
        // Replaces pods that run another program or have other settings.
        String mark = JsonMapper.shared().writeValueAsString(Map.of("spec", Map.of("template", Map.of("metadata",
                Map.of("annotations", Map.of(FINGERPRINT, fingerprint))))));
        workloads().forEach(workload -> api.merge(workload.path(), mark));
        Wait.until("the %s is ready".formatted(addon.title()), labContext.timeouts().appReady())
                .every(labContext.timeouts().look())
                .orFail("addon-not-ready", "See its pods: hybridlab kubectl %s get pods --all-namespaces -o wide"
                        .formatted(labContext.word()))
                .that(() -> complaints(api, ready), List::isEmpty, complaints -> String.join("; ", complaints),
                        context.cancellation());
    }

    private List<AwaitedObject> workloads() {
        return ready.stream().filter(AwaitedObject::isWorkload).toList();
    }

    private boolean hasPrograms() {
        return !addon.programs().isEmpty();
    }

    private Optional<Bundle> bundle() {
        return labContext.bundles().extra(Group.of(addon));
    }

    private String manifest() {
        return labContext.files().addons().get(addon.name());
    }

    private String fingerprint() {
        List<Object> parts = new ArrayList<>();
        if (hasPrograms()) {
            Map<String, String> sums = bundle().orElseThrow().sums();
            addon.programs().keySet().forEach(program -> parts.add(sums.get(program)));
        }
        parts.add(manifest());
        return Fingerprint.of(parts.toArray());
    }

    static boolean isMarked(ApiServer api, AwaitedObject workload, String fingerprint) {
        return api.find(workload.path()).filter(found -> found.path("spec").path("template").path("metadata")
                .path("annotations").path(FINGERPRINT).asString("").equals(fingerprint)).isPresent();
    }

    static List<String> complaints(ApiServer api, List<AwaitedObject> awaited) {
        return awaited.stream().flatMap(object -> object.complaint(api).stream()).toList();
    }
}
