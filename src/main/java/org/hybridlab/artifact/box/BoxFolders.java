package org.hybridlab.artifact.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.model.BoxChoice;

/** Vagrant's box folders: boxes/NAME/VERSION/PROVIDER; since Vagrant 2.4 with the architecture before the provider. */
record BoxFolders(Path boxes) {
    private static final int DEPTH = 4;

    static BoxFolders of(Path vagrantHome) {
        return new BoxFolders(vagrantHome.resolve("boxes"));
    }

    List<String> names() {
        try (Stream<Path> folders = Files.isDirectory(boxes) ? Files.list(boxes) : Stream.<Path>empty()) {
            return folders.sorted().map(folder -> BoxChoice.ofFolder(folder.getFileName().toString()))
                    .filter(name -> name.startsWith(PackagedBoxes.PREFIX)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isThere(String box) {
        return Files.exists(folder(box));
    }

    /** @param end of the path, from the provider on */
    Optional<Path> find(String box, Path end) {
        return find(folder(box), DEPTH, end);
    }

    /** The same for a box from a file, as all of hybridlab are. */
    Optional<Path> findAddedFromFile(String box, Path end) {
        return find(folder(box).resolve("0"), DEPTH - 1, end);
    }

    private static Optional<Path> find(Path folder, int depth, Path end) {
        try (Stream<Path> files = Files.exists(folder) ? Files.walk(folder, depth) : Stream.<Path>empty()) {
            return files.filter(file -> file.endsWith(end)).max(Comparator.naturalOrder());
        } catch (IOException | UncheckedIOException e) {
            // Somebody removes the box right now.
            return Optional.empty();
        }
    }

    private Path folder(String box) {
        return boxes.resolve(BoxChoice.nameOfFolder(box));
    }
}
