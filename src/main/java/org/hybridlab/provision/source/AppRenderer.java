package org.hybridlab.provision.source;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.ShortHash;
import org.hybridlab.config.file.reader.ManifestTemplates.Rendered;
import org.hybridlab.config.file.reader.ManifestTemplates.TextPlace;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.App.Chart;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestMark;

/** Renders kustomizations with the kubectl of the lab's Kubernetes, and charts with Helm. The same files once. */
public final class AppRenderer {
    public static final String KUBECTL = "kubectl";
    public static final String HELM = "helm";

    /** Nobody listens there. Neither program gets a name of what it might fetch; should it do so, it fails. */
    private static final List<String> OFFLINE = List.of("HTTP_PROXY=http://127.0.0.1:9",
            "HTTPS_PROXY=http://127.0.0.1:9");
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final int LARGEST = 16 << 20;
    private static final int SUM_BYTES = 32;

    private final Processes processes;
    private final BiFunction<String, KubernetesVersion, Optional<Path>> programs;
    private final Cancellation cancellation;
    private final Map<String, Rendered> done = new ConcurrentHashMap<>();

    /** @param programs by name; empty if one is not on this host */
    public AppRenderer(Processes processes, BiFunction<String, KubernetesVersion, Optional<Path>> programs,
                       Cancellation cancellation) {
        this.processes = processes;
        this.programs = programs;
        this.cancellation = cancellation;
    }

    /** Fetches nothing. */
    public static AppRenderer of(Bundles bundles, Processes processes) {
        return new AppRenderer(processes, (name, version) -> program(bundles, name, version), new Cancellation());
    }

    /** The one of the bundle on this host. */
    public static Optional<Path> program(Bundles bundles, String name, KubernetesVersion version) {
        return LabException.known(() -> name.equals(KUBECTL) ? bundles.program(name, version, Arch.ofThisHost())
                : bundles.cached(version, Group.CHARTS, Arch.ofThisHost()).map(bundle -> bundle.file(name)))
                .flatMap(path -> path);
    }

    /**
     * The objects of a kustomization, or of a chart without its hooks.
     *
     * @throws LabException {@code manifest-unreadable} (exit 2), {@code renderer-not-in-cache} (exit 3)
     */
    public String text(LabFolder folder, Lab lab, App app, String name) {
        Rendered rendered = render(folder, lab, app, name);
        rendered.wrong().ifPresent(mark -> {
            throw unreadable(mark, rendered.reason());
        });
        if (!rendered.isKnown()) {
            throw LabException.hostNotReady("renderer-not-in-cache", "%s cannot be rendered: %s.".formatted(name,
                    rendered.reason()), "Get it on a Linux host.");
        }
        // The sum changes with the hooks, too.
        return app.chart().isEmpty() ? rendered.text() : "# %s %s\n%s".formatted(name,
                ShortHash.of(rendered.text(), SUM_BYTES), ChartText.withoutHooks(rendered.text()));
    }

    static LabException unreadable(ManifestMark mark, String reason) {
        return LabException.invalid("manifest-unreadable", "%s cannot be rendered: %s".formatted(mark.file(), reason),
                "Correct it, or the app in the lab file.")
                .at("%s:%d:%d".formatted(mark.file(), mark.line(), mark.column()));
    }

    /** The objects with the place of the manifest; or what is wrong with it, or why that is unknown. */
    public Rendered render(LabFolder folder, Lab lab, App app, String name) {
        SortedMap<Path, byte[]> files;
        try {
            files = app.chart().map(chart -> ChartFiles.contents(folder, chart))
                    .orElseGet(() -> KustomizationFiles.contents(folder, name));
        } catch (KustomizationFiles.Refused e) {
            return Rendered.wrong(e.mark(), e.getMessage());
        } catch (LabException e) {
            return Rendered.wrong(new ManifestMark(name, 1, 1), e.what());
        }
        if (!System.getProperty("os.name").equals("Linux")) {
            return Rendered.unknown("only a Linux host runs the program that renders it");
        }
        String program = app.chart().isPresent() ? HELM : KUBECTL;
        return programs.apply(program, lab.kubernetes()).map(path -> done.computeIfAbsent(key(files, app, name, path),
                key -> app.chart().map(chart -> chart(folder, lab, app, chart, files, path))
                        .orElseGet(() -> kustomization(folder, name, files, path))))
                .orElseGet(() -> Rendered.unknown(program + " is not on this host: " + getting(program,
                        lab.kubernetes())));
    }

    /** The command that gets the program. */
    public static String getting(String program, KubernetesVersion version) {
        return "hybridlab bundle get --group %s --kubernetes %s".formatted((program.equals(KUBECTL) ? Group.LINUX
                : Group.CHARTS).id(), version);
    }

    private static String key(SortedMap<Path, byte[]> files, App app, String name, Path program) {
        return files.entrySet().stream().map(file -> file.getKey() + " " + ShortHash.of(file.getValue(), SUM_BYTES))
                .collect(Collectors.joining("\n", "%s\n%s\n%s\n%s\n".formatted(program, name,
                        app.chart().isPresent() ? app.name() : "", app.chart()), ""));
    }

    private Rendered kustomization(LabFolder folder, String name, SortedMap<Path, byte[]> files, Path program) {
        Result result = run(program, folder, files, copy -> List.of("kustomize",
                copy.resolve(name).getParent().toString()));
        return rendered(name, result, "`kubectl kustomize` ", result.stdout());
    }

    /** Twice: what differs then, differs at each call. */
    private Rendered chart(LabFolder folder, Lab lab, App app, Chart chart, SortedMap<Path, byte[]> files,
                           Path program) {
        Function<Path, List<String>> words = copy -> Stream.of(List.of("template"), release(copy, app, chart),
                List.of("--include-crds", "--skip-tests", "--kube-version", "v" + lab.kubernetes()))
                .flatMap(List::stream).toList();
        Result result = run(program, folder, files, words);
        return rendered(chart.manifest(), result, "`helm template` ", !result.ok() ? "" : namespace(app, chart)
                + ChartText.of(result.stdout(), run(program, folder, files, words).stdout(), chart.namespace()));
    }

    /** The name of the release, its chart, namespace and values. */
    public static List<String> release(Path copy, App app, Chart chart) {
        List<String> words = new ArrayList<>(List.of(app.name(), copy.resolve(chart.path()).toString(), "--namespace",
                chart.namespace()));
        chart.values().forEach(file -> words.addAll(List.of("--values", copy.resolve(file).toString())));
        return words;
    }

    /** The label is a field of hybridlab's: without one, the API server does not tell who applied the object. */
    private static String namespace(App app, Chart chart) {
        return chart.namespace().equals(Chart.USUAL_NAMESPACE) ? "" : "apiVersion: v1\nkind: Namespace\n"
                + "metadata: {name: %s, labels: {hybridlab.org/app: %s}}\n---\n".formatted(chart.namespace(),
                        app.name());
    }

    private Result run(Path program, LabFolder folder, SortedMap<Path, byte[]> files,
                       Function<Path, List<String>> words) {
        return new ConfinedProgram(program, processes).run(folder, files, OFFLINE, words, LONGEST, cancellation);
    }

    private static Rendered rendered(String name, Result result, String program, String text) {
        ManifestMark mark = new ManifestMark(name, 1, 1);
        if (!result.ok()) {
            return Rendered.wrong(mark, program + ConfinedProgram.said(result));
        }
        return text.length() > LARGEST
                ? Rendered.wrong(mark, "its objects have more than %d MiB".formatted(LARGEST >> 20))
                : new Rendered(text, place -> new TextPlace(1, 1), Optional.empty(), "");
    }
}
