package org.hybridlab.common.workspace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Checks the place of a new file before its content is made. */
public final class FilePlace {
    private FilePlace() {
    }

    /** The problem as a sentence; empty if the folder exists and is writable. */
    public static Optional<String> trouble(Path file) {
        return folderTrouble(file.toAbsolutePath().getParent());
    }

    /** The same for a folder that may not exist yet. */
    public static Optional<String> troubleBelow(Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return folderTrouble(there);
    }

    private static Optional<String> folderTrouble(Path folder) {
        return folder != null && Files.isDirectory(folder) && Files.isWritable(folder) ? Optional.empty()
                : Optional.of("%s is no folder that you can write into.".formatted(folder));
    }
}
