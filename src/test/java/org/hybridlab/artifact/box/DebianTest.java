package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The host's proxy, whose login is a secret, on its way to apt. */
class DebianTest {
    private static final String PROXY = "http://lea:secret@proxy.example.org:3128";

    @TempDir
    private Path folder;
    private Path settings;
    private final List<String> words = new ArrayList<>();
    private String seen = "";

    @BeforeEach
    void tree() throws IOException {
        settings = Files.createDirectories(folder.resolve("tree/etc/apt/apt.conf.d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http_proxy", "HTTP_PROXY"})
    void proxy_reachesApt_andNothingElse(String variable) throws IOException {
        make(Map.of(variable, PROXY));

        assertThat(seen).isEqualTo("rw------- Acquire::http::Proxy \"" + PROXY + "\";\n");
        assertThat(words).noneMatch(word -> word.contains("secret"));
        assertThat(settings).isEmptyDirectory();
        assertThat(Files.list(folder.resolve("cache"))).singleElement().asString().endsWith(".tar");
    }

    @Test
    void proxyOfHttps_isItsOwn() {
        make(Map.of("http_proxy", "proxy.example.org:3128", "HTTPS_PROXY", PROXY, "https_proxy", " "));

        assertThat(seen).isEqualTo("rw------- Acquire::http::Proxy \"http://proxy.example.org:3128\";\n"
                + "Acquire::https::Proxy \"" + PROXY + "\";\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no_proxy", "NO_PROXY"})
    void exceptedMirrors_areReachedDirectly(String variable) {
        make(Map.of("HTTP_PROXY", PROXY, variable, ".example.net,m"), "deb http://m bookworm main",
                "deb http://lea:secret@mirror.example.net:8081/x bookworm-updates main",
                "deb http://elsewhere.example.org bookworm-security main", "deb https://m bookworm main");

        assertThat(seen).isEqualTo("rw------- Acquire::http::Proxy \"" + PROXY + "\";\n"
                + "Acquire::http::Proxy::m \"DIRECT\";\nAcquire::http::Proxy::mirror.example.net \"DIRECT\";\n");
    }

    @Test
    void withoutProxyThereIsNoHook() {
        make(Map.of("http_proxy", ""));

        assertThat(words).noneMatch(word -> word.contains("hook"));
    }

    private void make(Map<String, String> environment, String... sources) {
        List<String> lines = sources.length > 0 ? List.of(sources) : List.of("deb http://m bookworm main");
        new Debian(folder.resolve("cache"), new AptSources("bookworm", false, lines), environment, any -> any,
                FakePrograms.printing(this::mmdebstrap))
                .with(List.of("zstd"), Arch.AMD64, new Fetching(line -> { }, new Cancellation()));
    }

    /** Runs the hooks as mmdebstrap does, with its tree as their argument. */
    private String mmdebstrap(Command asked) {
        words.addAll(asked.words());
        unchecked(() -> {
            hooks("--setup-hook=");
            try (Stream<Path> files = Files.list(settings)) {
                for (Path file : files.toList()) {
                    seen += PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) + " "
                            + Files.readString(file);
                }
            }
            hooks("--customize-hook=");
            Files.writeString(asked.stdoutFile().orElseThrow(), "tar");
        });
        return "";
    }

    private void hooks(String option) {
        words.stream().filter(word -> word.startsWith(option)).map(word -> word.substring(option.length()))
                .forEach(hook -> assertThat(new LocalProcesses().run(Command.of("sh", "-euc", hook, "exec",
                        folder.resolve("tree").toString()), new Cancellation()).ok()).isTrue());
    }
}
