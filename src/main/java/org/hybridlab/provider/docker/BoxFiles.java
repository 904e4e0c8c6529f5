package org.hybridlab.provider.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Lists of images' files, cached on disk since images never change. An unreadable or incomplete list is read again.
 *
 * @param folder a file per image, named by hash; empty: no cache
 */
record BoxFiles(Optional<Path> folder) {
    /** Docker's id of an image, without anything that could be a path. */
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
