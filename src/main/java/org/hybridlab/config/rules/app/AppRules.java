package org.hybridlab.config.rules.app;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.APPS;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import org.hybridlab.config.model.App;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.AppFacts.Fault;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class AppRules {
    /** App names are names of steps and checks. */
    public static final Rule DUPLICATE_APP_NAME = Rule.of("duplicate-app-name", "Every app has a name of its own.",
            Set.of(APPS), facts -> Numbered.repeated(facts.lab().apps(), App::name).stream()
                .map(one -> error(Place.of("apps", one.number(), "name"), "a second app is called " + one.item().name(),
                        "Give it another name."))
                .toList());

    public static final Rule MANIFEST_MISSING = Rule.of("manifest-missing", "Every manifest of an app exists.",
            Set.of(APPS), facts -> Numbered.of(facts.apps()).stream().flatMap(one -> one.item().missing().stream()
                .map(missing -> error(manifestPlace(facts, one.number(), missing), "%s of the app %s does not exist"
                        .formatted(missing, facts.lab().apps().get(one.number()).name()),
                        "Write it below the lab's folder, or name another with `manifests`."))).toList());

    public static final Rule MANIFEST_UNSUPPORTED = Rule.of("manifest-unsupported",
            "No manifest of an app is a folder for kustomize or a Helm chart.",
            Set.of(APPS), facts -> Numbered.of(facts.apps()).stream().flatMap(one -> one.item().foreign().stream()
                .map(foreign -> error(manifestPlace(facts, one.number(), foreign.manifest()),
                        "%s is %s".formatted(foreign.manifest(), isChart(foreign) ? "a Helm chart"
                                : "a folder for kustomize"),
                        (isChart(foreign) ? "Write `chart: {path: %s}` in place of `manifests`."
                                : "Write `kustomize: %s` for it.").formatted(foreign.manifest())))).toList());

    public static final Rule TEMPLATE_INVALID = Rule.of("template-invalid", "Every template of an app renders.",
            Set.of(APPS), facts -> broken(facts, Fault.TEMPLATE, Severity.ERROR,
                broken -> "FreeMarker cannot render the template: " + broken.reason(),
                "Correct the template: its tags are FreeMarker's, and [=...] writes a value."));

    public static final Rule KUSTOMIZATION_INVALID = Rule.of("kustomization-invalid", "Every kustomization of an app "
            + "renders, with files of the lab's folder alone.",
            Set.of(APPS), facts -> broken(facts, Fault.KUSTOMIZATION, Severity.ERROR,
                broken -> "the kustomization %s cannot be rendered: %s".formatted(broken.manifest(), broken.reason()),
                "Correct it. It may name resources, components, patches and generators' files in the lab's folder."));

    public static final Rule CHART_INVALID = Rule.of("chart-invalid", "Every chart of an app renders, with files of "
            + "the lab's folder alone.",
            Set.of(APPS), facts -> broken(facts, Fault.CHART, Severity.ERROR,
                broken -> "the chart %s cannot be rendered: %s".formatted(broken.manifest(), broken.reason()),
                "Correct the chart or its values. Charts that it depends on must be in its folder `charts`."));

    public static final Rule RENDERER_MISSING = Rule.of("renderer-missing", "What renders the kustomization or the "
            + "chart of an app is on this host.",
            Set.of(APPS), facts -> broken(facts, Fault.RENDERER, Severity.WARNING,
                broken -> "the objects of %s are not judged: %s".formatted(broken.manifest(), broken.reason()),
                "Get it on a Linux host."));

    public static final Rule MANIFEST_INVALID = Rule.of("manifest-invalid", "Every manifest of an app is YAML.",
            Set.of(APPS), facts -> broken(facts, Fault.YAML, Severity.ERROR,
                broken -> "%s is not YAML: %s".formatted(broken.manifest(), broken.reason()),
                "Correct it; `kubectl apply` would refuse it."));

    public static final Rule SCALE_UNKNOWN = Rule.of("scale-unknown", "A scaled Deployment is in the app's manifests.",
            Set.of(APPS), facts ->
                Numbered.of(facts.lab().apps()).stream().filter(one -> facts.apps().get(one.number()).complete())
                .flatMap(one -> one.item().scale().keySet().stream()
                        .filter(name -> !facts.apps().get(one.number()).deployments().contains(name))
                        .map(name -> error(Place.of("apps", one.number(), "scale", name),
                                "the app %s has no Deployment %s".formatted(one.item().name(), name),
                                "It has: %s.".formatted(String.join(", ",
                                        new TreeSet<>(facts.apps().get(one.number()).deployments())))))).toList());

    private AppRules() {
    }

    private static List<Defect> broken(LabFacts facts, Fault fault, Severity severity,
                                       Function<AppFacts.Broken, String> message, String advice) {
        return Numbered.of(facts.apps()).stream().flatMap(one -> one.item().broken().stream()
                .filter(broken -> broken.fault() == fault)
                .map(broken -> new Defect(severity, Place.of("apps", one.number()), broken.mark(),
                        message.apply(broken), advice))).toList();
    }

    private static Place manifestPlace(LabFacts facts, int app, String manifest) {
        return Place.of("apps", app, "manifests", facts.lab().apps().get(app).manifests().indexOf(manifest));
    }

    private static boolean isChart(AppFacts.Foreign foreign) {
        return foreign.file().equals(App.Chart.FILE);
    }
}
