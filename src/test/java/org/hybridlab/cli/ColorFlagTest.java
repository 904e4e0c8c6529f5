package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.cli.support.GlobalOptions;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.UserInput;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColorFlagTest {
    private static final String RED = "\u001b[1;31m";

    @TempDir
    private Path home;
    private final StringWriter err = new StringWriter();

    @Test
    void aTerminalGetsColours() {
        assertThat(failing(Map.of(), true)).startsWith(RED + "error:");
    }

    @Test
    void aFileGetsNone() {
        assertThat(failing(Map.of(), false)).startsWith("error:").doesNotContain("\u001b");
    }

    @Test
    void noColorInTheEnvironmentMeansNoColor() {
        assertThat(failing(Map.of("NO_COLOR", "1"), true)).startsWith("error:");
        assertThat(failing(Map.of("NO_COLOR", ""), true)).contains(RED);
    }

    @Test
    void theFlagWins() {
        assertThat(failing(Map.of(), true, "--color", "never")).startsWith("error:");
        assertThat(failing(Map.of("NO_COLOR", "1"), false, "--color=always")).startsWith(RED);
        assertThat(failing(Map.of("HYBRIDLAB_COLOR", "always"), false)).startsWith(RED);
    }

    @Test
    void helpPagesHeedItToo() {
        assertThat(Call.of(home, Map.of(), "--color=always", "doctor", "--help").out()).contains("\u001b[");
        assertThat(Call.of(home, Map.of(), "doctor", "--help", "--color", "never").out()).doesNotContain("\u001b");
    }

    private String failing(Map<String, String> environment, boolean terminal, String... flags) {
        String[] words = new String[flags.length + 2];
        System.arraycopy(flags, 0, words, 0, flags.length);
        words[flags.length] = "validate";
        words[flags.length + 1] = "nowhere";
        err.getBuffer().setLength(0);
        Main.run(new Session(new GlobalOptions(), new PrintWriter(new StringWriter()), new PrintWriter(err, true),
                environment, home, home, UserFolders.of(Map.of(), home), new LocalProcesses(), command -> 7,
                new Cancellation(), UserInput.ofNobody(), terminal, terminal), words);
        return err.toString();
    }
}
