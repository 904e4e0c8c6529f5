package org.hybridlab.provider.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Lists of boxes' files, kept for the next process: an image never changes. A list that cannot be read, or is not
 * whole, is asked for again.
 *
 * @param folder has a file for each image, called as its hash; empty: nothing is kept
 */
record BoxFiles(Optional<Path> folder) {
    /** As docker calls an image, but for what could be a path. */
    private static final Pattern IMAGE = Pattern.compile("sha256:([0-9a-f]{64})");

    Optional<DiskListing> of(String image) {
        return file(image).filter(Files::isRegularFile).flatMap(BoxFiles::read);
    }

    private static Optional<DiskListing> read(Path file) {
        try {
            return DiskListing.parse(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Well if that does not work. */
    void keep(String image, String said) {
        file(image).ifPresent(file -> {
            try {
                Files.createDirectories(file.getParent());
                Path next = Files.createTempFile(file.getParent(), ".new-", "");
                try {
                    Files.writeString(next, said);
                    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(next);
                }
            } catch (IOException e) {
                // The next process asks docker again.
            }
        });
    }

    private Optional<Path> file(String image) {
        return folder.flatMap(in -> IMAGE.matcher(image).results().findFirst()
                .filter(match -> match.group().length() == image.length()).map(match -> in.resolve(match.group(1))));
    }
}
