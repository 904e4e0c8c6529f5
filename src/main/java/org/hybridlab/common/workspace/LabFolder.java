package org.hybridlab.common.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;

/** The folder of a lab file. What is read of it may be a link, but not to what lies outside of it. */
public record LabFolder(Path folder) {
    /**
     * A path below the folder, or one that does not exist.
     *
     * @throws LabException {@code path-outside-lab} (exit 2)
     */
    public Path inside(Path path) {
        try {
            if (Files.exists(path) && !path.toRealPath().startsWith(folder.toRealPath())) {
                throw LabException.invalid("path-outside-lab", "%s leads out of the lab's folder, to %s."
                        .formatted(path, path.toRealPath()), "Put a copy of it there in place of the link.");
            }
        } catch (IOException e) {
            throw LabException.invalid("path-outside-lab", "%s cannot be followed: %s".formatted(path, e.getMessage()),
                    "Put a copy of it there in place of the link.").causedBy(e);
        }
        return path;
    }
}
