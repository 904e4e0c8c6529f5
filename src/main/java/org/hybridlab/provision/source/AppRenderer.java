package org.hybridlab.provision.source;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.ShortHash;
import org.hybridlab.config.file.reader.ManifestTemplates.Rendered;
import org.hybridlab.config.file.reader.ManifestTemplates.TextPlace;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.rules.core.ManifestMark;

/** Renders kustomizations with the kubectl of the lab's Kubernetes. Renders the same files once. */
public final class AppRenderer {
    /** Nobody listens there. kubectl gets no name of what it might fetch; should it do so all the same, it fails. */
    private static final List<String> OFFLINE = List.of("HTTP_PROXY=http://127.0.0.1:9",
            "HTTPS_PROXY=http://127.0.0.1:9");
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final int LARGEST = 16 << 20;
    private static final int SUM_BYTES = 32;

    private final Processes processes;
    private final Function<KubernetesVersion, Optional<Path>> kubectl;
    private final Cancellation cancellation;
    private final Map<String, Rendered> done = new ConcurrentHashMap<>();

    /** @param kubectl empty if it is not on this host */
    public AppRenderer(Processes processes, Function<KubernetesVersion, Optional<Path>> kubectl,
                       Cancellation cancellation) {
        this.processes = processes;
        this.kubectl = kubectl;
        this.cancellation = cancellation;
    }

    /** Fetches nothing. */
    public static AppRenderer of(Bundles bundles, Processes processes) {
        return new AppRenderer(processes, version -> kubectl(bundles, version), new Cancellation());
    }

    /** The one of the bundle on this host. */
    public static Optional<Path> kubectl(Bundles bundles, KubernetesVersion version) {
        return LabException.known(() -> bundles.program("kubectl", version, Arch.ofThisHost())).flatMap(path -> path);
    }

    /**
     * The objects of a kustomization.
     *
     * @throws LabException {@code manifest-unreadable} (exit 2), {@code kubectl-not-in-cache} (exit 3)
     */
    public String text(LabFolder folder, String name, KubernetesVersion version) {
        Rendered rendered = render(folder, name, version);
        rendered.wrong().ifPresent(mark -> {
            throw KustomizationFiles.unreadable(mark, rendered.reason());
        });
        if (!rendered.isKnown()) {
            throw LabException.hostNotReady("kubectl-not-in-cache", "%s cannot be rendered: %s.".formatted(name,
                    rendered.reason()), "On a Linux host, get it: hybridlab bundle get --kubernetes " + version);
        }
        return rendered.text();
    }

    /** The objects with the place of the kustomization; or what is wrong with it, or why that is unknown. */
    public Rendered render(LabFolder folder, String name, KubernetesVersion version) {
        SortedMap<Path, byte[]> files;
        try {
            files = KustomizationFiles.contents(folder, name);
        } catch (KustomizationFiles.Refused e) {
            return Rendered.wrong(e.mark(), e.getMessage());
        }
        if (!System.getProperty("os.name").equals("Linux")) {
            return Rendered.unknown("only a Linux host runs the kubectl that renders it");
        }
        return kubectl.apply(version).map(program -> done.computeIfAbsent(key(files, name, program),
                key -> render(folder, name, files, program))).orElseGet(() -> Rendered.unknown(
                        "kubectl of Kubernetes %s is not on this host".formatted(version)));
    }

    private static String key(SortedMap<Path, byte[]> files, String name, Path program) {
        return files.entrySet().stream().map(file -> file.getKey() + " " + ShortHash.of(file.getValue(), SUM_BYTES))
                .collect(Collectors.joining("\n", program + "\n" + name + "\n", ""));
    }

    private Rendered render(LabFolder folder, String name, SortedMap<Path, byte[]> files, Path program) {
        Result result = new ConfinedProgram(program, processes).run(folder, files, OFFLINE, copy -> List.of("kustomize",
                copy.resolve(name).getParent().toString()), LONGEST, cancellation);
        ManifestMark mark = new ManifestMark(name, 1, 1);
        if (!result.ok()) {
            return Rendered.wrong(mark, "`kubectl kustomize` " + ConfinedProgram.said(result));
        }
        return result.stdout().length() > LARGEST
                ? Rendered.wrong(mark, "its objects have more than %d MiB".formatted(LARGEST >> 20))
                : new Rendered(result.stdout(), place -> new TextPlace(1, 1), Optional.empty(), "");
    }
}
