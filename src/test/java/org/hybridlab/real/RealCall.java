package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;

/** A call of hybridlab that goes on while the test does, in a process group of its own, as a shell's job is. */
final class RealCall implements AutoCloseable {
    private static final Duration TO_GET_THERE = Duration.ofMinutes(5);

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<Instant> spoke = new CopyOnWriteArrayList<>(List.of(Instant.now()));
    private final Thread reader;

    private RealCall(Process process, Consumer<String> log) {
        this.process = process;
        this.reader = new Thread(() -> read(log), "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static RealCall start(List<String> words, Consumer<String> log) {
        // The one who runs the tests in the background may ignore Ctrl-C, and children would too.
        List<String> all = new ArrayList<>(List.of("env", "--default-signal=INT,TERM,HUP", "setsid"));
        all.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().put("HYBRIDLAB_YES", "true");
        builder.environment().put("HYBRIDLAB_TRUST", "true");
        return unchecked(() -> new RealCall(builder.start(), log));
    }

    private void read(Consumer<String> log) {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(line -> {
                lines.add(line);
                spoke.add(Instant.now());
                log.accept(line);
            });
        } catch (IOException | UncheckedIOException e) {
            log.accept("(the output ended: " + e.getMessage() + ")");
        }
    }

    /** The launcher becomes the JVM, so this is hybridlab itself. */
    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() {
        return String.join("\n", lines);
    }

    /** The longest time so far between two lines, or before the first one. */
    Duration longestSilence() {
        return IntStream.range(1, spoke.size()).mapToObj(i -> Duration.between(spoke.get(i - 1), spoke.get(i)))
                .max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** Waits for a line that has all the pieces. */
    void awaitLine(String... pieces) {
        await("a line with " + List.of(pieces)).atMost(TO_GET_THERE).pollInterval(Duration.ofMillis(20))
                .failFast(() -> assertThat(isAlive() || said(pieces)).as(output()).isTrue())
                .until(() -> said(pieces));
    }

    boolean said(String... pieces) {
        return lines.stream().anyMatch(line -> List.of(pieces).stream().allMatch(line::contains));
    }

    /** As a CI job does: only hybridlab itself is told. */
    void signal(String name) {
        kill(name, Long.toString(pid()));
    }

    /** As the kernel does when memory runs out: it cannot clean up, and its children go on. */
    void killAfter(Duration time) {
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS).execute(() -> signal("KILL"));
    }

    /** As a terminal does at Ctrl-C: all that runs in the foreground is told. */
    void signalGroup(String name) {
        kill(name, "-" + pid());
    }

    private static void kill(String name, String whom) {
        new LocalProcesses().run(Command.of("kill", "-" + name, "--", whom), new Cancellation());
    }

    /** Waits for the end, which must come. */
    int exitCode(Duration within) {
        try {
            assertThat(process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS))
                    .as("ended within %s: %s", within, output()).isTrue();
            reader.join(Duration.ofSeconds(2).toMillis());
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (isAlive()) {
            signalGroup("KILL");
        }
    }
}
