package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs Windows programs on this host, see {@code src/test/wine/make-prefix}. Its drive C is a folder, and has nothing
 * of an earlier test on it. Host Networking Service, PowerShell and Unix sockets it has none, so most programs end
 * there.
 */
public final class Wine implements AutoCloseable {
    /** Making one takes 20 s, so that all tests share it, one after the other. */
    private static final Path PREFIX = Path.of("target/wine/prefix").toAbsolutePath();
    private static final Path LOGS = Path.of("target/wine/logs").toAbsolutePath();
    private static final List<String> LEFT_BY_TESTS = List.of("k", "etc", "opt", "run", "var", "hybridlab",
            "Program Files/containerd", "ProgramData/containerd");
    private static final Duration MAKING = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final Path logs;
    private final List<Process> running = new ArrayList<>();

    /** @param output of both streams */
    record Outcome(int exitCode, String output) {
        Outcome succeeds() {
            assertThat(exitCode).as(output).isZero();
            return this;
        }

        Outcome fails() {
            assertThat(exitCode).as(output).isNotZero();
            return this;
        }

        Outcome saying(String... texts) {
            assertThat(output).contains(texts);
            return this;
        }

        Outcome doesNotSay(String text) {
            assertThat(output).doesNotContain(text);
            return this;
        }
    }

    private Wine(Path logs) {
        this.logs = logs;
    }

    /** @param name of the folder for {@link #logs()} */
    static Wine open(String name) throws IOException {
        Wine wine = new Wine(LOGS.resolve(name));
        delete(wine.logs);
        Files.createDirectories(wine.logs);
        if (!Files.exists(PREFIX.resolve("complete"))) {
            delete(PREFIX); // one that was left half made
            List<String> words = List.of("src/test/wine/make-prefix", PREFIX.toString());
            wine.run(MAKING, Map.of(), words, Path.of(""), "").succeeds();
        }
        for (String left : LEFT_BY_TESTS) {
            delete(wine.file("C:/" + left));
        }
        return wine;
    }

    /** What programs write stays here, to be looked at. */
    Path logs() {
        return logs;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Where a file of drive C lies on this host. */
    Path file(String path) {
        return PREFIX.resolve("drive_c").resolve(path.replace('\\', '/').replaceFirst("^[Cc]:/", ""));
    }

    public void write(String path, String text) {
        writeFile(file(path), text);
    }

    public void make(String folder) {
        unchecked(() -> Files.createDirectories(file(folder)));
    }

    String read(String path) {
        return unchecked(() -> Files.readString(file(path)));
    }

    /** As a script installs it: the program itself is not copied. */
    public void install(Path program, String folder) {
        unchecked(() -> {
            Files.createDirectories(file(folder));
            Files.createSymbolicLink(file(folder).resolve(program.getFileName()), program);
        });
    }

    Outcome run(List<String> words) {
        return run(Map.of(), words, "");
    }

    /** Waits for the program's end; one that does not end in four minutes fails the test. */
    Outcome run(Map<String, String> environment, List<String> words, String stdin) {
        return run(LONGEST, environment, wine(words), file("C:/k"), stdin);
    }

    /** Goes on beside the test, until {@link #close()} at the latest. */
    Process start(List<String> words, Path output) {
        return unchecked(() -> {
            Process process = builder(Map.of(), wine(words), file("C:/k")).redirectOutput(output.toFile()).start();
            running.add(process);
            return process;
        });
    }

    private static List<String> wine(List<String> words) {
        return Stream.concat(Stream.of("wine"), words.stream()).toList();
    }

    private Outcome run(Duration within, Map<String, String> environment, List<String> words, Path folder,
                        String stdin) {
        try {
            // Files, not pipes: Wine's own processes live on and would keep a pipe open.
            Path output = Files.createTempFile(logs, name(words), ".log");
            Path input = Files.writeString(Files.createTempFile(logs, name(words), ".in"), stdin);
            Process process = builder(environment, words, folder).redirectInput(input.toFile())
                    .redirectOutput(output.toFile()).start();
            boolean ended = process.waitFor(within.toSeconds(), TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended).as("%s has not ended: %s", words, Files.readString(output)).isTrue();
            return new Outcome(process.exitValue(), Files.readString(output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** For example {@code kubeadm.exe}. */
    private static String name(List<String> words) {
        return words.get(Math.min(1, words.size() - 1)).replaceAll(".*[/\\\\]", "") + "-";
    }

    private static ProcessBuilder builder(Map<String, String> environment, List<String> words, Path folder) {
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toAbsolutePath().toFile())
                .redirectErrorStream(true);
        Map<String, String> all = new HashMap<>(environment);
        all.put("WINEPREFIX", PREFIX.toString());
        all.put("WINEDEBUG", "-all");
        builder.environment().putAll(all);
        return builder;
    }

    /** Ends every program of the prefix, services too. */
    @Override
    public void close() {
        run(LONGEST, Map.of(), List.of("wineserver", "--kill"), Path.of(""), "");
        running.forEach(process -> process.destroyForcibly().onExit().join());
    }
}
