package org.hybridlab.provision.app;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.App;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;

/** The cluster has the app's objects, and the replicas that the lab file wants. */
final class AppApplied implements Action {
    /** Some of them are temporary. */
    private static final Set<String> REFUSALS = Set.of("webhook-failed", "api-refused");

    /** Other objects need them. */
    private static final Set<String> FIRST = Set.of("Namespace", "CustomResourceDefinition");

    static final String REFUSED = "object-refused";

    private final LabContext labContext;
    private final App app;

    AppApplied(LabContext labContext, App app) {
        this.labContext = labContext;
        this.app = app;
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    /** Nothing that is still to come makes the API server take it. */
    @Override
    public boolean endsRun(LabException failure) {
        return failure.id().equals(REFUSED);
    }

    @Override
    public Probe probe(StepContext context) {
        Probe seen = app.chart().isEmpty() || !labContext.hasCluster()
                ? labContext.changes().look(app.name(), objects())
                : new ChartRelease(labContext, app.name()).look(objects());
        // Without a probe, surplus objects are unknown.
        return seen.answer() == Probe.Answer.UNKNOWN || !labContext.hasCluster() ? seen : surplus(seen);
    }

    private Probe surplus(Probe seen) {
        return new SurplusObjects(labContext, app.name()).destruction().map(words -> (seen.isPresent()
                ? Probe.absent("the cluster has objects that its manifests no longer name") : seen).destroying(words))
                .orElse(seen);
    }

    @Override
    public void run(StepContext context) {
        List<Manifest> objects = objects();
        Cluster cluster = labContext.cluster();
        WorkspaceState state = new WorkspaceState(labContext.workspace());
        state.addObjects(app.name(), objects.stream().map(cluster::knownPath).flatMap(Optional::stream).toList());
        SurplusObjects surplus = new SurplusObjects(labContext, app.name());
        List<String> inTheWay = surplus.inTheWayOf(objects);
        if (!inTheWay.isEmpty()) {
            surplus.destruction().ifPresent(context::destroys);
            surplus.delete(inTheWay, context);
        }
        if (app.chart().isPresent()) {
            labContext.changes().apply(objects.stream().filter(object -> object.kind().equals("Namespace")
                    && object.name().equals(app.chart().get().namespace())).toList(), context);
            new ChartRelease(labContext, app.name()).install(app, app.chart().get(), context);
        } else {
            apply(objects, state, context);
        }
        List<String> paths = objects.stream().map(cluster::path).toList();
        surplus.destruction().ifPresent(words -> {
            context.destroys(words);
            surplus.delete(context);
        });
        state.keepObjects(app.name(), paths);
    }

    /** Services of other apps get NodePorts again, whatever becomes of the objects. */
    private void apply(List<Manifest> objects, WorkspaceState state, StepContext context) {
        HeldNodePorts held = HeldNodePorts.now(labContext, objects);
        AtomicBoolean freed = new AtomicBoolean();
        try {
            labContext.changes().apply(objects, path -> {
                // The path of a kind that the app defines is unknown before.
                state.addObjects(app.name(), List.of(path));
                if (HeldNodePorts.isService(path) && !freed.getAndSet(true)) {
                    held.free(context);
                }
            }, context);
        } catch (LabException e) {
            afterFailure(held, e, context);
            throw REFUSALS.contains(e.id()) && LabException.known(() -> labContext.prospects(Instant.EPOCH).hopeless(e))
                    .flatMap(found -> found).isPresent() ? LabException.labFailed(REFUSED, e.what(),
                    "Correct what its reason names, then run `hybridlab up %s` again.".formatted(labContext.word()))
                    .because(e.why().orElse("")).causedBy(e) : e;
        }
        giveBack(held, context);
    }

    private void afterFailure(HeldNodePorts held, LabException first, StepContext context) {
        try {
            giveBack(held, context);
        } catch (LabException e) {
            first.addSuppressed(e);
        }
    }

    /** A refused manifest is reported by its own app's step. */
    private void giveBack(HeldNodePorts held, StepContext context) {
        try {
            labContext.changes().apply(held.without(), context);
        } catch (LabException e) {
            if (!e.id().equals(REFUSED)) {
                throw e;
            }
            context.line("A Service of another app is without its NodePort: " + e.what());
        }
    }

    /** In their order, but namespaces and definitions of kinds come first: an object that needs one waits for it. */
    private List<Manifest> objects() {
        return Manifest.parse(labContext.files().manifest(app)).stream().map(this::scaled)
                .sorted(Comparator.comparing(object -> !FIRST.contains(object.kind()))).toList();
    }

    /** The lab file's replicas win. */
    private Manifest scaled(Manifest object) {
        boolean named = object.kind().equals("Deployment") && app.scale().containsKey(object.name());
        return named ? object.withReplicas(app.scale().get(object.name())) : object;
    }
}
