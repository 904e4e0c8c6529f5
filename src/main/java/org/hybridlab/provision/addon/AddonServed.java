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
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Addon;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The cluster has an addon's objects, and its programs are on the control plane. Does not wait for its pods: apps that
 * use it do, and its check.
 */
final class AddonServed implements Action {
    /** Annotation on pods with the fingerprint of their inputs. */
    static final String FINGERPRINT = "hybridlab.org/fingerprint";
    static final Duration UPLOAD = Duration.ofMinutes(10);

    private final LabContext labContext;
    private final Addon addon;
    /** If one is not, a program may be missing on a control plane that was made again. */
    private final List<AwaitedObject> ready;

    AddonServed(LabContext labContext, Addon addon) {
        this.labContext = labContext;
        this.addon = addon;
        this.ready = addon.ready().stream().map(AwaitedObject::of).toList();
    }

    static Duration within(LabContext labContext) {
        return UPLOAD.plus(labContext.timeouts().apply());
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster() || hasPrograms() && bundle().isEmpty()) {
            return Probe.absent("there is no %s on this host, or no cluster yet".formatted(addon.title()));
        }
        try {
            List<String> complaints = complaints(labContext.cluster().api(), ready);
            return complaints.isEmpty() ? labContext.changes().look("the " + addon.title(), objects())
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
        return labContext.timeouts().usual(2);
    }

    @Override
    public Duration longest() {
        return UPLOAD;
    }

    @Override
    public void run(StepContext context) {
        // To each node it came in a step of its own.
        if (hasPrograms() && !addon.isOnEachNode()) {
            Guest guest = labContext.guest(labContext.lab().firstControlPlane(), context);
            addon.programs().forEach((program, path) -> guest.upload(bundle().orElseThrow().file(program), path, "0755",
                    UPLOAD));
        }
        labContext.changes().apply(objects(), context);
    }

    /** Those with pods have a mark, which replaces pods of another program, or with other settings. */
    private List<Manifest> objects() {
        String fingerprint = fingerprint();
        return Manifest.parse(manifest()).stream().map(object -> Rollout.KINDS.contains(object.kind())
                ? marked(object, fingerprint) : object).toList();
    }

    static Manifest marked(Manifest workload, String fingerprint) {
        JsonNode marked = workload.json();
        ((ObjectNode) marked).withObject("/spec/template/metadata/annotations").put(FINGERPRINT, fingerprint);
        return Manifest.parse(marked.toString()).get(0);
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

    static List<String> complaints(ApiServer api, List<AwaitedObject> awaited) {
        return awaited.stream().flatMap(object -> object.complaint(api).stream()).toList();
    }
}
