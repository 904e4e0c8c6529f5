package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.unchecked;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.Arch;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModulesSourceTest {
    @TempDir
    private Path folder;
    private final FakeGo go = new FakeGo();
    private BundlePart tool;
    private Path out;

    @BeforeEach
    void module() throws IOException {
        tool = Manifests.at("http://x").parts(Manifests.VERSION, Group.SIMULATION, Arch.AMD64).get(0);
        out = Files.createDirectories(folder.resolve("out"));
        for (String name : List.of("go.mod", "go.sum", "tools.go")) {
            write("go/tool/" + name, name);
        }
    }

    @Test
    void part_builtFromModule_isReproducible() {
        fetch();

        Command build = go.last("build");
        assertThat(build.directory()).contains(folder.resolve("go/tool"));
        assertThat(build.words()).contains("-trimpath", "-mod=readonly", "-buildvcs=false",
                "example.org/server/v3", "example.org/toolctl");
        assertThat(build.environment()).containsEntry("CGO_ENABLED", "0").containsEntry("GOOS", "linux")
                .containsEntry("GOARCH", "amd64").containsEntry("GOTOOLCHAIN", "local")
                .containsEntry("GOPROXY", "https://proxy.example.org")
                .containsEntry("GOMODCACHE", folder.resolve("cache/go/mod").toString());
        assertThat(out.resolve("tool")).hasContent("built example.org/server/v3");
        assertThat(out.resolve("toolctl")).hasContent("built example.org/toolctl");
    }

    @Test
    void hostGo_ofPinnedRelease_isTaken() {
        fetch();
        assertThat(go.last("build").words().get(0)).isEqualTo("go");
        assertThat(go.commands).noneMatch(command -> command.words().contains("download"));
    }

    @Test
    void olderGo_fetchesPinnedToolchain_asModule() {
        go.version = "go1.19.8";
        fetch();

        Path fetched = folder.resolve("toolchain/bin/go");
        assertThat(go.last("download").words()).contains("golang.org/toolchain@v0.0.1-go1.26.8.linux-amd64");
        assertThat(go.last("build").words().get(0)).isEqualTo(fetched.toString());
        assertThat(fetched).isExecutable();
    }

    @Test
    void aToolchainWithAnotherSumIsRefused() {
        go.version = "go1.19.8";
        go.toolchainSum = "h1:other";
        LabException refused = failure(this::fetch);
        assertThat(refused.id()).isEqualTo("bundle-wrong-checksum");
        assertThat(refused.what()).contains("golang.org/toolchain");
        assertThat(go.commands).noneMatch(command -> command.words().contains("build"));
    }

    @Test
    void toolchain_withoutASum_isNotFetched() {
        go.version = "go1.19.8";
        go.os = "freebsd";

        assertThat(failure(this::fetch).what()).contains("freebsd-amd64");
        assertThat(go.commands).noneMatch(command -> command.words().contains("download"));
    }

    @Test
    void replacedPackage_standsAlone_inVendorFolder() {
        write("go/tool/replaced/example.org/dep/ours.go", "ours");
        fetch();

        assertThat(go.vendored).containsExactly("example.org/dep/ours.go=ours", "example.org/other/other.go=theirs");
        assertThat(go.last("build").words()).contains("-mod=vendor");
        assertThat(folder.resolve("go/tool/vendor")).doesNotExist();
        assertThat(out).isDirectoryNotContaining(file -> Files.isDirectory(file));
    }

    @Test
    void build_thatFails_namesItsLastLines() {
        go.fails = true;
        LabException failure = failure(this::fetch);
        assertThat(failure.id()).isEqualTo("bundle-not-built");
        assertThat(failure.exitCode().number()).isEqualTo(3);
        assertThat(failure.why().orElseThrow()).contains("no space left on device");
    }

    private void fetch() {
        GoCaches caches = GoCaches.in(folder.resolve("cache"));
        GoToolchain toolchain = new GoToolchain(Manifests.at("http://x").toolchain(), caches, go);
        new ModulesSource(folder.resolve("go"), toolchain, caches, go).fetch(tool, out, Manifests.quiet());
    }

    private void write(String name, String text) {
        writeFile(folder.resolve(name), text);
    }

    /** Answers as the go command does, and builds files that say what they were built from. */
    private final class FakeGo extends FakePrograms {
        private final List<String> vendored = new ArrayList<>();
        private String version = "go1.26.8";
        private String os = "linux";
        private String toolchainSum = "h1:x";
        private boolean fails;

        @Override
        protected Answer answer(Command command) {
            List<String> words = command.words();
            return switch (words.get(1) + " " + words.get(2)) {
                case "env GOVERSION" -> Answer.printing(version);
                case "env GOHOSTOS" -> Answer.printing(os);
                case "env GOHOSTARCH" -> Answer.printing("amd64");
                case "env -json" -> Answer.printing("{\"GOPROXY\": \"https://proxy.example.org\"}");
                case "mod download" -> download(command);
                case "mod vendor" -> vendor(command);
                default -> fails ? new Answer(1, "no space left on device", "") : build(command);
            };
        }

        Command last(String word) {
            return commands.stream().filter(command -> command.words().contains(word))
                    .reduce((first, second) -> second).orElseThrow();
        }

        private Answer download(Command command) {
            write("toolchain/bin/go", "");
            write("toolchain/pkg/tool/linux_amd64/compile", "");
            return Answer.printing("{\"Sum\": \"%s\", \"Dir\": \"%s\"}".formatted(toolchainSum,
                    folder.resolve("toolchain")));
        }

        private Answer vendor(Command command) {
            Path vendor = command.directory().orElseThrow().resolve("vendor");
            String inFolder = folder.relativize(vendor).toString();
            write(inFolder + "/example.org/dep/theirs.go", "theirs");
            write(inFolder + "/example.org/other/other.go", "theirs");
            return Answer.DONE;
        }

        private Answer build(Command command) {
            Path vendor = command.directory().orElseThrow().resolve("vendor");
            unchecked(() -> {
                for (Path file : Files.exists(vendor) ? filesBelow(vendor) : List.<Path>of()) {
                    vendored.add(vendor.relativize(file) + "=" + Files.readString(file));
                }
                Path target = Path.of(command.words().get(command.words().indexOf("-o") + 1));
                Files.writeString(target.resolve("server"), "built example.org/server/v3");
                Files.writeString(target.resolve("toolctl"), "built example.org/toolctl");
            });
            return Answer.DONE;
        }

        private List<Path> filesBelow(Path vendor) throws IOException {
            try (var files = Files.walk(vendor)) {
                return files.filter(Files::isRegularFile).sorted().toList();
            }
        }

    }
}
