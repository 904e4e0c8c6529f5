package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder of the user's cache. */
public final class CacheFolder {
    private CacheFolder() {
    }

    /** Removes a folder with all that is in it; well if it is not there. */
    public static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> below = Files.walk(folder)) {
            for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
