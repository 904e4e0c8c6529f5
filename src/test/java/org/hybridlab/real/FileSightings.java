package org.hybridlab.real;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A file inside of a container that need not be there yet, looked at every 50 ms: who may read it while it exists. */
final class FileSightings implements AutoCloseable {
    /** The first loop waits for the container, the second one ends with it. */
    private static final String LOOK = """
            until docker exec "$1" true 2>/dev/null; do sleep 0.1; done
            exec docker exec "$1" sh -c 'while :; do stat -c "%a %U" "$0" 2>/dev/null; sleep 0.05; done' "$2"
            """;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Process process;
    private final Thread reader = new Thread(this::read, "file sightings");

    private FileSightings(Process process) {
        this.process = process;
        reader.setDaemon(true);
        reader.start();
    }

    static FileSightings start(String container, String file) {
        return unchecked(() -> new FileSightings(new ProcessBuilder(List.of("sh", "-c", LOOK, "sh", container, file))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start()));
    }

    private void read() {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(seen::add);
        } catch (IOException | UncheckedIOException e) {
            // Closed: what was seen until then counts.
            return;
        }
    }

    /** Each mode and owner that it ever had, for example "600 root". */
    Set<String> seen() {
        return Set.copyOf(seen);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
