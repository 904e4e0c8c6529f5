package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Tab key in real shells, with the release on the PATH. */
class CompletionIT {
    @TempDir
    private static Path home;
    private static Path release;

    @BeforeAll
    static void unpack() throws IOException {
        assertThat(run("tar", "-xzf", System.getProperty("release"), "-C", home.toString()).ok()).isTrue();
        try (Stream<Path> unpacked = Files.list(home)) {
            release = unpacked.filter(Files::isDirectory).findFirst().orElseThrow();
        }
        // Makes the class-data archive, so that Tab is as quick as it is for users.
        assertThat(shell("sh", "-c", "hybridlab version").ok()).isTrue();
    }

    @Test
    void bash_completesCommandsLabsAndMachines() {
        String script = """
                source <(hybridlab completion bash)
                tab() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hybridlab; echo "${COMPREPLY[*]}"; }
                tab hybridlab va
                tab hybridlab validate first-cl
                tab hybridlab ssh first-cluster ''
                tab hybridlab graph first-cluster --format = s
                complete -p hybridlab
                """;

        assertThat(shell("bash", "-c", script).stdout().lines()).containsExactly("validate", "first-cluster",
                "control node", "svg", "complete -F _hybridlab hybridlab");
    }

    @Test
    void fish_completesCommandsLabsAndMachines() {
        needs("fish");
        String script = """
                hybridlab completion fish | source
                complete -C 'hybridlab va'
                complete -C 'hybridlab validate first-cl' | cut -f 1
                complete -C 'hybridlab ssh first-cluster '
                """;

        assertThat(shell("fish", "-c", script).stdout().lines()).containsExactly("validate\t"
                + CommandName.VALIDATE.summary(), "first-cluster", "control", "node");
    }

    @Test
    void zsh_completesOnATerminal() throws IOException {
        needs("zsh");
        Path script = Files.writeString(home.resolve("_hybridlab"), shell("sh", "-c", "hybridlab completion zsh")
                .stdout());
        Path tab = Path.of("src/test/resources/completion/tab.zsh").toAbsolutePath();

        assertThat(shell("zsh", "-f", tab.toString(), script.toString(), "hybridlab validate first-cl",
                "first-cluster").stdout()).contains("hybridlab validate first-cluster ENDNOW");
    }

    @Test
    void aReleaseBringsManualPagesAndScripts() {
        assertThat(release.resolve("man/hybridlab.1.gz")).exists();
        assertThat(release.resolve("man/hybridlab-box-build.1.gz")).exists();
        assertThat(release.resolve("completions/_hybridlab")).exists();
        needs("man");
        Result page = run("man", "-P", "cat", "--warnings", release.resolve("man/hybridlab-up.1.gz").toString());
        assertThat(page.stdout()).contains("--until=STEP|MACHINE", "EXIT STATUS", "hybridlab up first-cluster --yes");
        assertThat(page.stderr()).isEmpty();
    }

    /** `./test` installs all of them. */
    private static void needs(String program) {
        assumeTrue(System.getenv("HYBRIDLAB_TEST_LABS") != null || run("sh", "-c", "command -v " + program).ok(),
                program + " is not installed");
    }

    private static Result shell(String... words) {
        return run(Stream.concat(Stream.of("env", "PATH=" + release + ":" + System.getenv("PATH"), "HOME=" + home,
                "XDG_CACHE_HOME=" + home.resolve("cache"), "XDG_STATE_HOME=" + home.resolve("state")),
                Stream.of(words)).toArray(String[]::new));
    }

    private static Result run(String... words) {
        return new LocalProcesses().run(Command.of(words[0]).with(Stream.of(words).skip(1).toArray(String[]::new))
                .in(home).timeout(Duration.ofMinutes(2)), new Cancellation());
    }
}
