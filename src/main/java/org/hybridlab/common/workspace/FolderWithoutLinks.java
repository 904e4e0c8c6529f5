package org.hybridlab.common.workspace;

import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;

/** A folder that hybridlab writes to. Somebody else's symbolic link would lead writes elsewhere. */
public record FolderWithoutLinks(Path folder) {
    /**
     * @param file in the folder, or the folder itself; need not exist
     * @return the same, if no part of the path in the folder is a symbolic link
     * @throws LabException {@code workspace-not-owned} (exit 2) with the command that removes the link
     */
    public Path place(Path file) {
        Path root = folder.normalize();
        Path wanted = file.normalize();
        if (!wanted.startsWith(root)) {
            throw new IllegalArgumentException(file + " leads out of " + folder);
        }
        for (Path path = wanted; path != null && path.startsWith(root); path = path.getParent()) {
            if (Files.isSymbolicLink(path)) {
                throw LabException.invalid("workspace-not-owned", "%s is a symbolic link, which hybridlab did not make."
                        .formatted(path), "What is written there would land elsewhere. Remove it: rm '%s'".formatted(
                                path.toString().replace("'", "'\\''")));
            }
        }
        return file;
    }
}
