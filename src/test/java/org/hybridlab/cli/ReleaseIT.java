package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The release archive, unpacked where its user likes it. */
class ReleaseIT {
    private static final Path ARCHIVE = Path.of(System.getProperty("release"));
    @TempDir
    private Path home;
    private Path launcher;

    @BeforeEach
    void unpack() throws IOException {
        launcher = unpackBelow(Files.createDirectories(home.resolve("tools")));
    }

    private Path unpackBelow(Path folder) throws IOException {
        assertThat(run(Command.of("tar", "-xzf", ARCHIVE.toString(), "-C", folder.toString())).ok()).isTrue();
        try (Stream<Path> unpacked = Files.list(folder)) {
            return unpacked.findFirst().orElseThrow().resolve("hybridlab");
        }
    }

    @Test
    void launcher_bySymlinkWithSpaces_runs() throws IOException {
        launcher = unpackBelow(Files.createDirectories(home.resolve("a folder with spaces")));
        Path elsewhere = Files.createDirectories(home.resolve("else where"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("lab tool"), Path.of("..").resolve(
                home.relativize(launcher)));

        Result result = run(Command.of(link.toString(), "--version").in(elsewhere));

        assertThat(result.stdout()).startsWith("hybridlab ").doesNotContain("development");
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    void bringsItsLabsTemplatesAndSchema() {
        Result result = run(hybridlab("render", "first-cluster", "--help"));
        assertThat(result.exitCode()).isZero();
        for (String part : new String[] {"labs/first-cluster/lab.yaml", "labs/lab.schema.json",
                "data/addons", "templates", "Vagrantfile.ftl", "hybridlab.cmd", "lib/hybridlab.jar"}) {
            assertThat(launcher.resolveSibling(part)).exists();
        }
    }

    @Test
    void release_bringsBills_ofLibrariesAndBundle() throws IOException {
        assumeFalse("offline: true".equals(System.getProperty("network")),
                "a build without network has no bill of materials");
        JsonNode libraries = JsonMapper.shared().readTree(launcher.resolveSibling("hybridlab.cdx.json"));
        JsonNode bundle = JsonMapper.shared().readTree(launcher.resolveSibling("data/bundle/bundle.cdx.json"));

        assertThat(libraries.path("bomFormat").asString()).isEqualTo("CycloneDX");
        assertThat(purls(libraries)).contains("pkg:maven/org.yaml/snakeyaml@2.7?type=jar")
                .noneMatch(purl -> purl.contains("junit"));
        try (Stream<Path> jars = Files.list(launcher.resolveSibling("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()).filter(jar -> !jar.equals("hybridlab.jar")))
                    .allSatisfy(jar -> assertThat(purls(libraries)).anyMatch(purl ->
                            jar.equals(purl.replaceAll(".*/(.*)@(.*)\\?.*", "$1-$2.jar"))));
        }
        assertThat(purls(bundle)).contains("pkg:golang/k8s.io/kubernetes@v1.36.3");
    }

    private static List<String> purls(JsonNode bill) {
        return bill.path("components").valueStream().map(one -> one.path("purl").asString("")).toList();
    }

    @Test
    void classArchive_isMadeOnce_andUsed() throws IOException {
        assertThat(run(hybridlab("--version")).ok()).isTrue();
        Path archive = onlyFile(home.resolve("its cache/hybridlab/classes"));
        FileTime created = Files.getLastModifiedTime(archive);
        assertThat(Files.size(archive)).isPositive();

        Result second = run(hybridlab("--help").env("HYBRIDLAB_JAVA_OPTIONS", "-Xlog:class+load"));

        assertThat(second.stdout()).contains("org.hybridlab.cli.HelpPage source: shared objects file");
        assertThat(Files.getLastModifiedTime(archive)).isEqualTo(created);
    }

    @Test
    void worksWithoutAPlaceForTheArchive() throws IOException {
        Files.writeString(home.resolve("its cache"), "a file, not a folder");

        assertThat(run(hybridlab("--version")).exitCode()).isZero();
    }

    private Command hybridlab(String... arguments) {
        return Command.of(launcher.toString()).with(arguments).in(home);
    }

    private Result run(Command command) {
        Command withFolders = command.timeout(Duration.ofMinutes(2))
                .env("XDG_CACHE_HOME", home.resolve("its cache").toString())
                .env("XDG_STATE_HOME", home.resolve("state").toString());
        return new LocalProcesses().run(withFolders, new Cancellation());
    }

    private static Path onlyFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.reduce((one, other) -> {
                throw new AssertionError("two files: " + one + " " + other);
            }).orElseThrow();
        }
    }
}
