package org.hybridlab.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Argument lists and environments of all processes, looked at every 50 ms. Where machines are containers, the host's
 * list has theirs too. Environments are those that this user may read.
 */
final class ProcessWatch implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Thread watcher = new Thread(this::watch, "process watch");
    private volatile boolean over;
    private volatile int looks;

    private ProcessWatch() {
        watcher.setDaemon(true);
        watcher.start();
    }

    static ProcessWatch start() {
        return new ProcessWatch();
    }

    private void watch() {
        while (!over) {
            look();
            looks++;
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
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
        return looks;
    }

    /** Each argument list and environment once, blanks between words. */
    Set<String> seen() {
        return Set.copyOf(seen);
    }

    @Override
    public void close() {
        over = true;
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
