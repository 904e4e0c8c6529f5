package org.hybridlab.engine;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * One file per step with all lines that it shows, in a folder per run; the newest {@value #KEPT} runs are kept. A log
 * that cannot be written does not stop a run: the journal, which matters more, will say that the disk is full.
 */
final class StepLogs implements AutoCloseable {
    private static final int KEPT = 20;

    private final Path folder;
    private final Clock clock;
    private final Map<String, OutputStream> open = new ConcurrentHashMap<>();

    private StepLogs(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    static StepLogs of(Path logs, String runId, Clock clock) {
        RunFolder.create(logs);
        removeOld(logs);
        return new StepLogs(logs.resolve(runId), clock);
    }

    /** The file of a step; it exists once the step has shown a line. */
    Path file(String step) {
        return folder.resolve(step.replaceAll("[^A-Za-z0-9._-]", "_") + ".log");
    }

    void line(String step, String line) {
        byte[] bytes = (clock.instant() + " " + line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            OutputStream out = open.computeIfAbsent(step, this::open);
            synchronized (out) {
                out.write(bytes);
            }
        } catch (IOException | UncheckedIOException e) {
            open.put(step, OutputStream.nullOutputStream());
        }
    }

    /** Not a channel: an interrupted thread would close it for all that follow. */
    private OutputStream open(String step) {
        try {
            RunFolder.open(file(step), Set.of(CREATE, WRITE, APPEND)).close();
            return new FileOutputStream(file(step).toFile(), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void removeOld(Path logs) {
        try (Stream<Path> runs = Files.list(logs)) {
            List<Path> newestFirst = runs.filter(path -> RunId.isOne(path.getFileName().toString()))
                    .sorted(Comparator.reverseOrder()).toList();
            newestFirst.stream().skip(KEPT - 1).forEach(StepLogs::remove);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path run) {
        try (Stream<Path> files = Files.walk(run)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        for (OutputStream out : open.values()) {
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
