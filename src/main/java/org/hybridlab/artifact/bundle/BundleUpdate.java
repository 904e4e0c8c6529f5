package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/**
 * Pins newer modules in a clone of hybridlab, for its maintainers. The host's Go settings say which proxy is asked.
 * Each component gets the newest release of its branch, and a newer branch is named only.
 */
public final class BundleUpdate {
    private static final String ID = "bundle-not-updated";
    private static final Pattern STABLE = Pattern.compile("v\\d+\\.\\d+\\.\\d+");
    /** What kubeadm of a release names in its constants. */
    private static final Map<String, Pattern> OF_KUBEADM = Map.of(
            "etcd", Pattern.compile("DefaultEtcdVersion = \"([0-9.]+)"),
            "coredns", Pattern.compile("CoreDNSVersion = \"v([0-9.]+)"),
            "pause", Pattern.compile("PauseVersion = \"([0-9.]+)"));

    private final Path folder;
    private final Processes processes;
    private final Fetching fetching;
    private final List<String> said = new ArrayList<>();

    /** @param home of the clone */
    public BundleUpdate(Path home, Processes processes, Fetching fetching) {
        this.folder = home.resolve("data/bundle");
        this.processes = processes;
        this.fetching = fetching;
    }

    /**
     * Writes modules and the manifest.
     *
     * @param version of a branch that the manifest has, or of a new one, which begins as the newest
     * @return what was pinned, and what else there is
     */
    public List<String> pin(KubernetesVersion version) {
        BundleManifest manifest = BundleManifestReader.read(folder);
        Release base = manifest.releases().stream().filter(release -> release.kubernetes().branch()
                .equals(version.branch())).findFirst().orElse(manifest.releases().get(0));
        Component kubernetes = manifest.components().get("kubernetes");
        Map<String, String> versions = new TreeMap<>(base.versions());
        versions.put("kubernetes", version.toString());
        move(kubernetes, base, version.toString());
        Map<String, String> named = named(module(kubernetes, version.toString()));
        versions.put("agnhost", named.get("agnhost"));
        versions.put("pause", named.get("pause"));
        for (Component component : manifest.components().values()) {
            if (!component.equals(kubernetes) && !ofTools(manifest, component.name())
                    && !direct(component, base).isEmpty()) {
                String least = named.getOrDefault(component.name(), base.versions().get(component.name()));
                versions.put(component.name(), newest(component, base, branch(least)));
                move(component, base, versions.get(component.name()));
            }
        }
        write("manifest.yaml", manifest(manifest, base, versions));
        return said;
    }

    /** Builds what has no sum yet, and writes the sums. @param bundles of the manifest as it is now */
    public List<String> sum(Bundles bundles, KubernetesVersion version) {
        BundleManifest manifest = BundleManifestReader.read(folder);
        Map<String, String> sums = new TreeMap<>(manifest.sums().byPath());
        sums.keySet().removeIf(path -> !bundles.folders().contains(path.substring(0, path.lastIndexOf('/')))
                || ofTools(manifest, path.substring(0, path.indexOf('/'))));
        sums.putAll(bundles.sums(manifest.groups().keySet().stream().filter(group -> !Group.OF_HOST.contains(group))
                .flatMap(group -> Stream.of(Arch.values())
                        .filter(arch -> group.os() != Os.WINDOWS || arch == Arch.AMD64)
                        .flatMap(arch -> manifest.parts(version, group, arch).stream()))
                .filter(part -> part.names().stream().anyMatch(name ->
                        manifest.sums().of(part, part.fileName(name)).isEmpty())).distinct().toList(), fetching));
        write("sha256sums", sums.entrySet().stream().map(sum -> sum.getValue() + "  " + sum.getKey() + "\n")
                .collect(Collectors.joining()));
        return List.of("pinned %d files".formatted(sums.size()));
    }

    private static boolean ofTools(BundleManifest manifest, String component) {
        return Group.OF_HOST.stream().anyMatch(group -> manifest.groups()
                .getOrDefault(group, List.of()).contains(component));
    }

    /** Versions that the release itself names. */
    private Map<String, String> named(Path module) {
        go(module, "mod", "download", "k8s.io/kubernetes");
        Path source = Path.of(go(module, "list", "-m", "-f", "{{.Dir}}", "k8s.io/kubernetes").strip());
        Map<String, String> named = new TreeMap<>();
        named.put("agnhost", read(source.resolve("test/images/agnhost/VERSION")).strip());
        String constants = read(source.resolve("cmd/kubeadm/app/constants/constants.go"));
        OF_KUBEADM.forEach((name, pattern) -> {
            Matcher matcher = pattern.matcher(constants);
            if (!matcher.find()) {
                throw failed("kubeadm's constants name no version of " + name + ".");
            }
            named.put(name, matcher.group(1));
        });
        said.add("kubeadm names " + named);
        return named;
    }

    private String newest(Component component, Release base, String branch) {
        String old = base.versions().get(component.name());
        List<String> all = Stream.of(go(folder, "list", "-m", "-versions", direct(component, base).get(0)).split("\\s"))
                .filter(version -> STABLE.matcher(version).matches()).map(version -> version.substring(1))
                .sorted(Comparator.comparing(KubernetesVersion::parse)).toList();
        String found = all.stream().filter(version -> branch(version).equals(branch)).reduce((one, other) -> other)
                // What is no release, such as a candidate that another component asks for, was chosen by hand.
                .filter(version -> all.contains(old)).orElse(old);
        if (all.indexOf(found) < all.size() - 1) {
            said.add("%s %s: there is %s".formatted(component.name(), found, all.get(all.size() - 1)));
        }
        return found;
    }

    /** Modules that have the component's own version. */
    private List<String> direct(Component component, Release base) {
        String version = base.versions().get(component.name());
        Path file = module(component, version).resolve("go.mod");
        return !Files.exists(file) ? List.of() : Pattern.compile("(?m)^(?:require |\t)(\\S+) v%s$".formatted(
                Pattern.quote(version))).matcher(read(file)).results().map(found -> found.group(1)).toList();
    }

    /** The module of another version, in a folder of its own where each branch has one. */
    private void move(Component component, Release base, String version) {
        String old = base.versions().get(component.name());
        if (version.equals(old)) {
            return;
        }
        Path from = module(component, old);
        Path to = module(component, version);
        String text = read(from.resolve("go.mod")).replaceFirst("(?m)^(module .*)%s$".formatted(branch(old)),
                "$1" + branch(version));
        for (String module : direct(component, base)) {
            text = text.replaceAll("(?m)^((?:require |\t)%s) v\\S+$".formatted(Pattern.quote(module)),
                    "$1 v" + version);
        }
        // Kubernetes' own parts are modules of the same release.
        text = text.replaceAll("(k8s\\.io/\\S+) v0%s\\b".formatted(Pattern.quote(old.substring(1))),
                "$1 v0" + version.substring(1));
        String name = folder.relativize(to).toString();
        for (String other : List.of("go.sum", "tools.go")) {
            write(name + "/" + other, read(from.resolve(other)));
        }
        write(name + "/go.mod", text);
        go(to, "mod", "tidy");
        said.add("%s %s is pinned in place of %s".formatted(component.name(), version, old));
    }

    private String manifest(BundleManifest manifest, Release base, Map<String, String> versions) {
        String text = read(folder.resolve("manifest.yaml"));
        Matcher line = Pattern.compile("(?s)  - \\{kubernetes: %s,.*?}\n".formatted(Pattern.quote(
                base.kubernetes().toString()))).matcher(text);
        if (!line.find()) {
            throw failed("manifest.yaml has no line of Kubernetes " + base.kubernetes() + ".");
        }
        String mine = line.group();
        for (Map.Entry<String, String> version : versions.entrySet()) {
            mine = mine.replaceFirst("([{ ]%s: )[^,}]+".formatted(version.getKey()), "$1" + (version.getValue()
                    .matches("\\d+\\.\\d+") ? "\"%s\"".formatted(version.getValue()) : version.getValue()));
        }
        boolean known = branch(versions.get("kubernetes")).equals(base.kubernetes().branch());
        String changed = text.replace(line.group(), known ? mine : mine + line.group());
        for (Component component : manifest.components().values()) {
            String old = base.versions().get(component.name());
            String now = versions.get(component.name());
            // Other releases build it from the same folder.
            if (!component.module().contains("{kubernetes-branch}") && module(component, old).equals(
                    module(component, now))) {
                changed = changed.replace(" %s: %s,".formatted(component.name(), old),
                        " %s: %s,".formatted(component.name(), now));
            }
        }
        return changed;
    }

    private static String branch(String version) {
        return version.replaceFirst("\\.[^.]*$", "");
    }

    private Path module(Component component, String version) {
        return folder.resolve("go").resolve(component.module().replace("{kubernetes-branch}", branch(version))
                .replace("{version-branch}", branch(version)));
    }

    private String go(Path in, String... words) {
        return processes.run(Command.of("go").with(words).in(in).timeout(Duration.ofMinutes(10))
                .env("GOFLAGS", "-mod=mod").env("GOWORK", "off"), fetching.cancellation()).orHostFails(ID,
                "go %s failed in %s.".formatted(String.join(" ", words), in),
                "Look at `go env GOPROXY`: the proxy that it names must answer.").stdout();
    }

    private String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw failed(file + " cannot be read.").causedBy(e);
        }
    }

    private void write(String name, String text) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw failed(file + " cannot be written.").causedBy(e);
        }
    }

    private static LabException failed(String what) {
        return LabException.hostNotReady(ID, what, "Run it in a clone of hybridlab.");
    }
}
