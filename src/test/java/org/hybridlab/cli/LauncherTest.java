package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real launcher in an unpacked release, with a Java that only tells what it was called with. */
class LauncherTest {
    @TempDir
    private Path folder;
    private Path record;

    @BeforeEach
    void aReleaseAndAJava() throws IOException {
        record = folder.resolve("record");
        Files.createDirectories(folder.resolve("release/lib"));
        Files.copy(Path.of("hybridlab"), folder.resolve("release/hybridlab"));
        Files.writeString(folder.resolve("release/lib/hybridlab.jar"), "");
        Files.createDirectories(folder.resolve("java/bin"));
        Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
        program("java/bin/java", """
                case "$*" in
                    *cli.Training*) while [ -n "${SLOW:-}" ] && [ ! -f "$SLOW" ]; do :; done ;;
                    *cli.Main*) { for word; do printf 'word %s\\n' "$word"; done; env; } > "$RECORD" ;;
                esac
                """);
    }

    @ParameterizedTest
    @CsvSource({"LC_ALL=C, C", "LC_ALL=POSIX, POSIX", "LANG=C, ''", "LC_CTYPE=POSIX, ''", "NONE=, ''",
            "LC_ALL=xx_XX.ISO-8859-1, xx_XX.ISO-8859-1"})
    void java_started_getsUtf8Locale(String setting, String before)
            throws IOException {
        start(setting, "HOME=" + folder);

        assertThat(Files.readString(record)).contains("\nLC_ALL=C.UTF-8\n")
                .contains("word -Dhybridlab.lc_all=" + before + "\n");
    }

    @Test
    void aLocaleThatCanNameEveryFileStays() throws IOException {
        start("LC_ALL=C.UTF-8", "HOME=" + folder);

        assertThat(Files.readString(record)).contains("\nLC_ALL=C.UTF-8\n").doesNotContain("hybridlab.lc_all");
    }

    @Test
    void withoutHomeItIsThatOfTheAccount() throws IOException {
        Result result = start("XDG_CACHE_HOME=" + folder, "XDG_STATE_HOME=" + folder);

        assertThat(result.stderr()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(Files.readString(record)).contains("\nHOME=" + System.getProperty("user.home") + "\n");
    }

    @Test
    void wordsArriveAsTheyWere() throws IOException {
        start("HOME=" + folder);

        assertThat(Files.readString(record)).contains("word a b\nword *\nword\n".replace("word\n", "word \n"));
    }

    @Test
    void aFirstStartThatTakesLongSaysWhy() throws IOException {
        Path waited = folder.resolve("waited");
        program("bin/sleep", """
                echo x >> "$SLOW.count"
                if [ "$(wc -l < "$SLOW.count")" -ge 12 ]; then touch "$SLOW"; fi
                """);

        Result result = start("HOME=" + folder, "SLOW=" + waited,
                "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"));

        assertThat(result.stderr()).contains("preparing faster starts");
    }

    private Result start(String... settings) {
        List<String> words = new ArrayList<>(List.of("env", "-i", "PATH=" + System.getenv("PATH"),
                "JAVA_HOME=" + folder.resolve("java"), "RECORD=" + record));
        words.addAll(List.of(settings));
        words.addAll(List.of(folder.resolve("release/hybridlab").toString(), "a b", "*", ""));
        return new LocalProcesses().run(Command.of(words.get(0)).with(words.stream().skip(1).toArray(String[]::new)),
                new Cancellation());
    }

    private void program(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
