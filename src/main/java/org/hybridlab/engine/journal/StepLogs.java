package org.hybridlab.engine.journal;

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
 * A file per step with its output, in a folder per run. Keeps the newest {@value #KEPT} runs. A failed write or removal
 * does not stop the run: the journal reports a full disk.
 */
public final class StepLogs implements AutoCloseable {
    private static final int KEPT = 20;

    private final RunFolder folder;
    private final String runId;
    private final Clock clock;
    private final Map<String, OutputStream> open = new ConcurrentHashMap<>();

    private StepLogs(RunFolder folder, String runId, Clock clock) {
        this.folder = folder;
        this.runId = runId;
        this.clock = clock;
    }

    public static StepLogs of(RunFolder folder, String runId, Clock clock) {
        removeOld(folder.checked().logs());
        return new StepLogs(folder, runId, clock);
    }

    public void line(String step, String line) {
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

    /** Not a channel, which an interrupted thread would close for all. */
    private OutputStream open(String step) {
        try {
            Path file = folder.stepLog(runId, step);
            RunFolder.open(file, Set.of(CREATE, WRITE, APPEND)).close();
            return new FileOutputStream(file.toFile(), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void removeOld(Path logs) {
        try (Stream<Path> runs = Files.list(logs)) {
            List<Path> newestFirst = runs.filter(path -> RunId.isOne(path.getFileName().toString()))
                    .sorted(Comparator.reverseOrder()).toList();
            newestFirst.stream().skip(KEPT - 1).forEach(StepLogs::remove);
        } catch (IOException | UncheckedIOException e) {
            // It does not exist, or is another user's.
        }
    }

    private static void remove(Path run) {
        try (Stream<Path> files = Files.walk(run)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException e) {
            // It is root's, or in use: a later run tries again.
        }
    }

    @Override
    public void close() {
        for (OutputStream out : open.values()) {
            try {
                out.close();
            } catch (IOException e) {
                // Only its last lines may be lost.
            }
        }
    }
}
