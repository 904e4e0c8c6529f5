package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;

/**
 * Builds parts from the modules in {@code data/bundle/go}. go.sum fixes the input; the pinned toolchain and {@code
 * -trimpath} fix the output.
 */
final class ModulesSource implements BundleSource {
    static final String NAME = "modules";
    private static final Duration LONGEST_BUILD = Duration.ofHours(1);

    private final Path modules;
    private final GoToolchain toolchain;
    private final GoCaches caches;
    private final Processes processes;

    /** @param modules the folder {@code data/bundle/go} of the installation */
    ModulesSource(Path modules, GoToolchain toolchain, GoCaches caches, Processes processes) {
        this.modules = modules;
        this.toolchain = toolchain;
        this.caches = caches;
        this.processes = processes;
    }

    @Override
    public String name() {
        return NAME + " " + toolchain.version();
    }

    @Override
    public boolean offers(BundlePart part) {
        return Files.isRegularFile(module(part).resolve("go.mod"));
    }

    @Override
    public boolean givesBuiltFiles() {
        return true;
    }

    @Override
    public Duration usual(BundlePart part) {
        return Duration.ofSeconds(part.component().seconds());
    }

    @Override
    public void fetch(BundlePart part, Path folder, Fetching fetching) {
        String go = toolchain.go(fetching);
        Map<String, String> settings = toolchain.proxySettings(fetching);
        Path replaced = module(part).resolve("replaced");
        if (!Files.isDirectory(replaced)) {
            run(build(go, settings, part, folder, "-mod=readonly").in(module(part)), part, fetching);
        } else {
            buildWithReplacements(go, settings, part, folder, replaced, fetching);
        }
        part.packages().forEach((file, source) -> rename(folder, defaultName(part, source), file));
    }

    /**
     * Go forbids changes of its module cache, but builds from a vendor folder. It is filled, with go.sum verified, and
     * packages in {@code replaced/} replace those of the same path.
     */
    private void buildWithReplacements(String go, Map<String, String> settings, BundlePart part, Path folder,
            Path replaced,
                                       Fetching fetching) {
        Path copy = folder.resolve("module");
        try {
            Files.createDirectory(copy);
            for (String name : List.of("go.mod", "go.sum", "tools.go")) {
                Files.copy(module(part).resolve(name), copy.resolve(name));
            }
            run(in(copy, Command.of(go, "mod", "vendor"), settings), part, fetching);
            replace(replaced, copy.resolve("vendor"));
            run(build(go, settings, part, folder, "-mod=vendor").in(copy), part, fetching);
            CacheFolder.delete(copy);
        } catch (IOException e) {
            throw CacheFolder.notWritable(copy, e);
        }
    }

    private static void replace(Path replaced, Path vendor) throws IOException {
        try (Stream<Path> files = Files.walk(replaced)) {
            List<Path> ours = files.filter(Files::isRegularFile).toList();
            ours.forEach(file -> CacheFolder.delete(vendored(vendor, replaced, file).getParent()));
            for (Path file : ours) {
                Path target = vendored(vendor, replaced, file);
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private static Path vendored(Path vendor, Path replaced, Path file) {
        return vendor.resolve(replaced.relativize(file).toString());
    }

    private Command build(String go, Map<String, String> settings, BundlePart part, Path folder, String mode) {
        String stamps = part.component().stamps().stream().map(stamp -> " -X " + part.fill(stamp))
                .collect(Collectors.joining());
        List<String> words = new ArrayList<>(List.of(go, "build", "-v", mode, "-buildvcs=false", "-trimpath",
                "-tags", String.join(",", part.component().tags()), "-ldflags", "-s -w" + stamps,
                "-o", folder + "/"));
        words.addAll(part.packages().values());
        return in(module(part), Command.of(words), settings)
                .env("GOOS", part.os().id()).env("GOARCH", part.arch().id());
    }

    private Command in(Path module, Command command, Map<String, String> settings) {
        Command with = command.in(module).timeout(LONGEST_BUILD);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            with = with.env(setting.getKey(), setting.getValue());
        }
        return with.env("GOMODCACHE", caches.modules().toString()).env("GOCACHE", caches.builds().toString())
                .env("GOTOOLCHAIN", "local").env("GOFLAGS", "-modcacherw").env("GOWORK", "off").env("GOENV", "off")
                .env("GOEXPERIMENT", "").env("GOAMD64", "v1").env("CGO_ENABLED", "0");
    }

    private void run(Command command, BundlePart part, Fetching fetching) {
        processes.run(command, fetching.lines(), fetching.cancellation()).orHostFails("bundle-not-built",
                part.title() + " could not be built from Go modules.",
                "Look at the last lines above. `go env GOPROXY` says where modules come from; it must be reachable.");
    }

    private Path module(BundlePart part) {
        return modules.resolve(part.fill(part.component().module()));
    }

    /** As in {@code go help build}: the last path element that is no major version. */
    private static String defaultName(BundlePart part, String source) {
        String[] elements = source.split("/");
        int last = elements.length - 1;
        return part.fileName(elements[last].matches("v[0-9]+") ? elements[last - 1] : elements[last]);
    }

    private static void rename(Path folder, String from, String to) {
        try {
            if (!from.equals(to)) {
                Files.move(folder.resolve(from), folder.resolve(to));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
