package org.hybridlab.provision.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.App.Chart;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.source.AppRenderer;
import org.hybridlab.provision.source.ChartFiles;
import org.hybridlab.provision.source.ChartText;
import org.hybridlab.provision.source.ConfinedProgram;
import tools.jackson.databind.JsonNode;

/** The release of an app's chart. Helm keeps it in Secrets of the cluster, which have a label of the app here. */
record ChartRelease(LabContext labContext, String app) {
    private static final String LABEL = "hybridlab.org/app";
    /** Helm waits for hooks, and ends before its step does. */
    private static final Duration REST = Duration.ofSeconds(20);

    /** Whether the newest revision is in place, and its objects are as the chart says. Helm makes random values. */
    Probe look(List<Manifest> objects) {
        Probe seen = labContext.changes().look(app, objects.stream().filter(object -> !isDefinition(object)
                && !object.yaml().contains(ChartText.RANDOM)).toList());
        return !seen.isPresent() || revisions().stream().anyMatch(one -> status(one).equals("deployed")) ? seen
                : Probe.absent("its release is not there");
    }

    /** Helm makes those of the chart's folder {@code crds} once, and never changes or deletes them. */
    static boolean isDefinition(Manifest object) {
        return object.kind().equals("CustomResourceDefinition");
    }

    void install(App installed, Chart chart, StepContext context) {
        // Nobody else works on the lab: this one was killed.
        revisions().stream().filter(one -> status(one).startsWith("pending-"))
                .map(one -> "/api/v1/namespaces/%s/secrets/%s".formatted(namespace(one), name(one)))
                .forEach(labContext.cluster().api()::delete);
        uninstall(context, revisions().stream().map(ChartRelease::namespace).filter(there -> !there.equals(
                chart.namespace())).distinct());
        Duration within = AppReady.within(labContext).minus(REST);
        helm(ChartFiles.contents(labContext.open().folder(), chart), copy -> Stream.of(List.of("upgrade", "--install",
                "--labels", LABEL + "=" + app, "--hide-notes", "--timeout", within.toSeconds() + "s"),
                AppRenderer.release(copy, installed, chart)).flatMap(List::stream).toList(), within, context);
        context.line("Helm installed the release %s in the namespace %s".formatted(app, chart.namespace()));
    }

    /** Of every namespace. What the chart says stays, such as definitions of kinds, stays. */
    void uninstall(StepContext context) {
        uninstall(context, revisions().stream().map(ChartRelease::namespace).distinct());
    }

    private void uninstall(StepContext context, Stream<String> namespaces) {
        namespaces.toList().forEach(namespace -> {
            Duration within = labContext.timeouts().apply().minus(REST);
            helm(new TreeMap<>(), copy -> List.of("uninstall", app, "--namespace", namespace, "--wait", "--timeout",
                    within.toSeconds() + "s"), within, context);
            context.line("Helm uninstalled the release %s of the namespace %s".formatted(app, namespace));
        });
    }

    private List<JsonNode> revisions() {
        return labContext.cluster().api().find("/api/v1/secrets?labelSelector=owner%3Dhelm%2C"
                + LABEL.replace("/", "%2F") + "%3D" + app).stream().flatMap(list -> list.path("items").valueStream())
                .toList();
    }

    private static String status(JsonNode revision) {
        return revision.path("metadata").path("labels").path("status").asString("");
    }

    private static String namespace(JsonNode revision) {
        return revision.path("metadata").path("namespace").asString("");
    }

    private static String name(JsonNode revision) {
        return revision.path("metadata").path("name").asString("");
    }

    private void helm(SortedMap<Path, byte[]> files, Function<Path, List<String>> words, Duration within,
                      StepContext context) {
        Path helm = AppRenderer.program(labContext.bundles().bundles(), AppRenderer.HELM, labContext.lab().kubernetes())
                .orElseThrow(() -> LabException.hostNotReady("renderer-not-in-cache", "Helm is not on this host.",
                        "Get it: " + AppRenderer.getting(AppRenderer.HELM, labContext.lab().kubernetes())));
        Result result = new ConfinedProgram(helm, labContext.processes()).run(labContext.open().folder(), files,
                List.of("KUBECONFIG=" + labContext.workspace().kubeconfig()), words, within.plus(REST.dividedBy(2)),
                context.cancellation());
        if (!result.ok()) {
            throw LabException.labFailed("chart-failed", "Helm could not change the release %s.".formatted(app),
                    "Correct what its reason names, then run `hybridlab up %s` again.".formatted(labContext.word()))
                    .because("helm " + ConfinedProgram.said(result));
        }
    }
}
