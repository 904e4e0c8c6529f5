package org.hybridlab.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Argument lists and environments of all processes, looked at every 50 ms. Where machines are containers, the host's
 * list has theirs too. Environments are those that this user may read.
 */
final class ProcessWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger looks = new AtomicInteger();
    private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor();

    private ProcessWatch() {
        watcher.scheduleWithFixedDelay(this::look, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    static ProcessWatch start() {
        return new ProcessWatch();
    }

    private void look() {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                note(process.resolve("cmdline"));
                note(process.resolve("environ"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        looks.incrementAndGet();
    }

    private void note(Path file) {
        try {
            seen.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).replace('\0', ' '));
        } catch (IOException e) {
            // Gone meanwhile, or another user's.
            return;
        }
    }

    /** How often it looked. */
    int looks() {
        return looks.get();
    }

    /** Each argument list and environment once, blanks between words. */
    Set<String> seen() {
        return Set.copyOf(seen);
    }

    @Override
    public void close() {
        watcher.shutdown();
    }
}
