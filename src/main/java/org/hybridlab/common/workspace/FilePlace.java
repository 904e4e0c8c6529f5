package org.hybridlab.common.workspace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where a user wants a new file, judged before the work that its content takes. */
public final class FilePlace {
    private FilePlace() {
    }

    /** What speaks against a file there, a sentence; empty if its folder is there and takes files. */
    public static Optional<String> trouble(Path file) {
        return folderTrouble(file.toAbsolutePath().getParent());
    }

    /** The same for files in a folder that is made if it is not there. */
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
