package org.hybridlab.common.workspace;

import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;

/**
 * A folder in which hybridlab writes, for example a workspace. A symbolic link in it was made by somebody else, and
 * what is written there would land elsewhere.
 */
public record FolderWithoutLinks(Path folder) {
    /**
     * @param file below the folder, or the folder itself
     * @return the same, if neither it nor what it lies in, up to the folder, is a symbolic link; it need not be there
     * @throws LabException {@code workspace-not-owned} (exit 2) with the command that takes the link away
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
