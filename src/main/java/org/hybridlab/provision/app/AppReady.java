package org.hybridlab.provision.app;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Workload;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.App;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeCordon;
import org.hybridlab.provision.render.WindowsMachine;

/** Every workload of the app has all its pods ready, of its latest template, or has completed its work. */
final class AppReady implements Action {
    /** Looks until it counts what the scheduler says. */
    private static final int PATIENCE = 12;

    private final LabContext labContext;
    private final App app;
    private volatile String newest = "";

    AppReady(LabContext labContext, App app) {
        this.labContext = labContext;
        this.app = app;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        try {
            List<Manifest> workloads = workloads();
            if (workloads.isEmpty()) {
                return Probe.present(app.name() + " has no pods to wait for");
            }
            List<String> unready = workloads.stream().flatMap(workload -> complaint(workload).stream()).toList();
            return unready.isEmpty() ? Probe.present("all pods of " + app.name() + " are ready")
                    : Probe.absent(String.join(", ", unready));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Probe.absent(e.what());
        }
    }

    private Optional<String> complaint(Manifest object) {
        return labContext.cluster().find(object).map(live -> complaint(new Workload(object.kind(), live)))
                .orElseGet(() -> object.isDeletedWhenFinished() ? Optional.empty()
                        : Optional.of(object.reference() + " is not in the cluster"));
    }

    private Optional<String> complaint(Workload workload) {
        Supplier<List<Pod>> pods = () -> workload.pods(labContext.cluster());
        return workload.complaint(workload.wanted(), pods).map(words -> words + workload.refusal()
                .or(() -> workload.reason(pods.get())).map(": "::concat).orElse(""));
    }

    private List<Manifest> workloads() {
        return Manifest.parse(labContext.files().manifest(app)).stream().filter(Workload::isOne).toList();
    }

    /** Pods on Windows machines wait for images of gigabytes. */
    static Duration within(LabContext labContext) {
        Duration usual = labContext.timeouts().appReady();
        return labContext.lab().madeWindowsMachines().isEmpty() ? usual
                : usual.plusMinutes(WindowsMachine.PULL_MINUTES);
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(4);
    }

    @Override
    public Duration longest() {
        return within(labContext);
    }

    @Override
    public void run(StepContext context) {
        Instant patientUntil = Instant.now().plus(labContext.timeouts().look().multipliedBy(PATIENCE));
        AtomicReference<String> cordoned = new AtomicReference<>("");
        Wait.until("all pods of the app " + app.name() + " are ready", within(labContext))
                .every(labContext.timeouts().look())
                .orFail("app-not-ready", "See its pods: hybridlab kubectl %s get pods -o wide"
                        .formatted(labContext.word()))
                .that(() -> probe(context), seen -> {
                    if (!seen.isPresent() && Instant.now().isAfter(patientUntil)) {
                        cordoned.set(cordonedNodes());
                    }
                    return seen.isPresent() || !cordoned.get().isEmpty();
                }, seen -> told(seen, context), context.cancellation());
        if (!cordoned.get().isEmpty()) {
            throw LabException.labFailed("app-not-ready", "Pods of the app %s find no node: %s."
                    .formatted(app.name(), cordoned.get()), "Let pods go there again: hybridlab uncordon %s NODE"
                    .formatted(labContext.word()));
        }
    }

    /** Each news is a line, which progress shows. */
    private String told(Probe seen, StepContext context) {
        if (!seen.reason().equals(newest)) {
            newest = seen.reason();
            context.line(newest);
        }
        return newest;
    }

    /**
     * The nodes that somebody cordoned, if a pod of the app waits for them and no wait can help: neither for memory nor
     * for a node to be Ready. Else empty.
     */
    private String cordonedNodes() {
        boolean waits = workloads().stream().anyMatch(workload -> labContext.cluster().pods(workload.namespace())
                .stream().filter(pod -> pod.name().equals(workload.name())
                        || pod.name().startsWith(workload.name() + "-"))
                .anyMatch(pod -> pod.reason().contains("were unschedulable") && !pod.reason().contains("Insufficient")
                        && !pod.reason().contains("{node.kubernetes.io/")));
        return !waits ? "" : labContext.cluster().nodes().stream()
                .filter(node -> node.cordoned() && !NodeCordon.isOn(node))
                .map(node -> node.name() + " is cordoned").collect(Collectors.joining(", "));
    }
}
