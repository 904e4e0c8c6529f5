package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The bundle's pinned Go release: the host's Go if it matches, else the module {@code golang.org/toolchain}. */
final class GoToolchain {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LONG = Duration.ofMinutes(30);

    private final BundleManifest.Toolchain wanted;
    private final GoCaches caches;
    private final Processes processes;

    GoToolchain(BundleManifest.Toolchain wanted, GoCaches caches, Processes processes) {
        this.wanted = wanted;
        this.caches = caches;
        this.processes = processes;
    }

    String version() {
        return wanted.version();
    }

    /** @throws LabException {@code program-missing} if the host has no Go */
    String go(Fetching fetching) {
        String version = run(fetching, "go", "env", "GOVERSION").strip();
        return version.equals(wanted.version()) ? "go" : fetched(fetching);
    }

    private String fetched(Fetching fetching) {
        String platform = run(fetching, "go", "env", "GOHOSTOS").strip() + "-"
                + run(fetching, "go", "env", "GOHOSTARCH").strip();
        String expected = Optional.ofNullable(wanted.sums().get(platform)).orElseThrow(() -> LabException.hostNotReady(
                "bundle-not-built", "hybridlab has no sum of the Go toolchain %s for %s.".formatted(wanted.version(),
                platform), "Install %s yourself, or take `--source official`.".formatted(wanted.version())));
        fetching.say("fetching the Go toolchain " + wanted.version() + " for " + platform);
        JsonNode module = JSON.readTree(run(fetching, "go", "mod", "download", "-json",
                "golang.org/toolchain@v0.0.1-" + wanted.version() + "." + platform));
        String sum = module.path("Sum").asString("");
        if (!expected.equals(sum)) {
            throw WrongChecksum.of("golang.org/toolchain " + wanted.version(), "the Go module proxy", expected, sum);
        }
        Path home = Path.of(module.path("Dir").asString());
        makeExecutable(home);
        return home.resolve("bin").resolve("go").toString();
    }

    /** Modules have no executable files. {@code go} does the same when it switches toolchains. */
    private static void makeExecutable(Path home) {
        for (Path folder : List.of(home.resolve("bin"), home.resolve("pkg/tool"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(Files::isRegularFile).forEach(file -> file.toFile().setExecutable(true, false));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String run(Fetching fetching, String... words) {
        Command command = Command.of(words).env("GOTOOLCHAIN", "local").env("GOFLAGS", "-modcacherw").timeout(LONG)
                .env("GOMODCACHE", caches.modules().toString()).in(folder());
        Result result = processes.run(command, fetching.cancellation());
        return result.orHostFails("bundle-not-built", String.join(" ", words) + " failed.",
                "Look at `go env GOPROXY`: the proxy that it names must answer.").stdout();
    }

    /** Outside of every module, so that no go.mod applies. */
    private Path folder() {
        try {
            return Files.createDirectories(caches.modules());
        } catch (IOException e) {
            throw CacheFolder.notWritable(caches.modules(), e);
        }
    }

    /** The host's Go settings, which the pinned toolchain does not read. */
    Map<String, String> proxySettings(Fetching fetching) {
        JsonNode settings = JSON.readTree(run(fetching, "go", "env", "-json", "GOPROXY", "GOSUMDB", "GOPRIVATE",
                "GONOPROXY", "GONOSUMDB", "GOINSECURE"));
        return settings.properties().stream().collect(java.util.stream.Collectors.toMap(Map.Entry::getKey,
                entry -> entry.getValue().asString()));
    }
}
