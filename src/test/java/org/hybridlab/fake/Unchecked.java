package org.hybridlab.fake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Work with files where no checked exception may be thrown. */
public final class Unchecked {
    /** What reads or writes a file, and gives something back. */
    public interface Source<T> {
        T get() throws IOException;
    }

    /** What reads or writes a file. */
    public interface Work {
        void run() throws IOException;
    }

    private Unchecked() {
    }

    public static <T> T unchecked(Source<T> source) {
        try {
            return source.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void unchecked(Work work) {
        unchecked(() -> {
            work.run();
            return null;
        });
    }

    /** With the folder that the file is in. */
    public static Path writeFile(Path file, String text) {
        return unchecked(() -> {
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        });
    }
}
