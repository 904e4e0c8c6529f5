package org.hybridlab.provision.app;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.App;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import tools.jackson.databind.JsonNode;

/**
 * The API server takes the apps' objects, as far as it can tell before the nodes are there. Only a clear refusal fails
 * the step: what the API server does not say, it says when the apps are applied.
 */
record ManifestsAccepted(LabContext labContext) implements Action {
    /** Without them, objects in them could not be judged. */
    private static final Set<String> STORED = Set.of("Namespace", "CustomResourceDefinition");
    /** A value that it cannot read, an object of another type, and values that do not fit. */
    private static final Set<Integer> REFUSALS = Set.of(400, 500, 422);
    /** Another Service may have it until its app is applied. */
    private static final String TAKEN = "already allocated";
    private static final Duration ACCOUNTS = Duration.ofSeconds(20);

    @Override
    public boolean endsRun(LabException failure) {
        return failure.id().equals(AppApplied.REFUSED);
    }

    @Override
    public Duration longest() {
        return ACCOUNTS;
    }

    @Override
    public Probe probe(StepContext context) {
        return labContext.hasCluster() ? Probe.present("the API server was asked")
                : Probe.absent("there is no cluster yet");
    }

    @Override
    public void run(StepContext context) {
        try {
            labContext.lab().apps().forEach(app -> store(app, context));
        } catch (LabException e) {
            if (e.isInterruption() || endsRun(e)) {
                throw e;
            }
            context.line("Not asked, as this failed: " + e.what());
            return;
        }
        Map<Boolean, List<Manifest>> objects = labContext.objectsOfApps().stream()
                .filter(object -> !STORED.contains(object.kind()))
                .collect(Collectors.partitioningBy(object -> object.kind().equals("Pod")));
        List<String> refusals = Stream.of(objects.get(false), withAccounts(objects.get(true), context))
                .flatMap(List::stream).flatMap(object -> refusal(object, context).stream()).toList();
        if (!refusals.isEmpty()) {
            throw LabException.labFailed(AppApplied.REFUSED, "The API server would not take all objects of the apps.",
                    "Correct their manifests, then run `hybridlab up %s` again.".formatted(labContext.word()))
                    .because(String.join("\n", refusals));
        }
    }

    private void store(App app, StepContext context) {
        List<Manifest> objects = Manifest.parse(labContext.files().manifest(app)).stream()
                .filter(object -> STORED.contains(object.kind()))
                // Helm takes over nothing that others made.
                .filter(object -> app.chart().isEmpty() || !ChartRelease.isDefinition(object)).toList();
        labContext.changes().apply(objects, path -> new WorkspaceState(labContext.workspace())
                .addObjects(app.name(), List.of(path)), context);
    }

    /** A controller makes the accounts soon. The API server refuses each pod before. */
    private List<Manifest> withAccounts(List<Manifest> pods, StepContext context) {
        List<String> accounts = pods.stream().map(Manifest::namespace).distinct()
                .map("/api/v1/namespaces/%s/serviceaccounts/default"::formatted).toList();
        return LabException.known(() -> Wait.until("pods have accounts", ACCOUNTS).that(() -> accounts.stream()
                        .allMatch(path -> labContext.cluster().api().find(path).isPresent()), there -> there,
                there -> "one is missing", context.cancellation())).map(there -> pods).orElse(List.of());
    }

    private Optional<String> refusal(Manifest object, StepContext context) {
        return LabException.known(() -> answer(object, context))
                .filter(answer -> REFUSALS.contains(answer.path("code").asInt(0)))
                .map(status -> status.path("message").asString("")).filter(message -> !message.contains(TAKEN));
    }

    private JsonNode answer(Manifest object, StepContext context) {
        Cluster cluster = labContext.cluster();
        return cluster.api().judge(cluster.awaitedPath(object, context.cancellation()), object.yaml(), false);
    }
}
