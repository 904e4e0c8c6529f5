package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.hybridlab.cli.support.GlobalOptions;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.UserInput;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static final String RED = "\u001b[1;31m";
    @TempDir
    private Path home;
    private final StringWriter err = new StringWriter();

    /** The JVM's exit would wait for them. In a group of its own, the test ends no client of another one. */
    @Test
    void threadsOfHttpClients_areEnded() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("clients");
        AtomicReference<HttpClient> client = new AtomicReference<>();
        run(group, () -> client.set(HttpClient.newHttpClient()));
        assertThat(names(group)).hasSize(1).allMatch(name -> name.endsWith("-SelectorManager"));

        run(group, Main::endHttpClients);

        await().until(() -> names(group).isEmpty());
        // Not because nobody has it any more.
        assertThat(client.get()).isNotNull();
    }

    private static void run(ThreadGroup group, Runnable work) throws InterruptedException {
        Thread thread = new Thread(group, work);
        thread.start();
        thread.join();
    }

    private static List<String> names(ThreadGroup group) {
        Thread[] threads = new Thread[10];
        return Arrays.stream(threads, 0, group.enumerate(threads)).map(Thread::getName).toList();
    }

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
