package org.hybridlab.provider.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.FolderWithoutLinks;

/**
 * A word in a file of Vagrant's folder in the workspace.
 *
 * @param folder that no link may lead out of
 */
record DockerNote(Path folder, Path file) {
    Optional<String> read() {
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            throw notUsable(e);
        }
    }

    /** @throws LabException {@code workspace-not-writable} */
    void write(String text) {
        if (read().filter(text::equals).isPresent()) {
            return;
        }
        try {
            new FolderWithoutLinks(folder).place(file);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw notUsable(e);
        }
    }

    private LabException notUsable(IOException e) {
        return LabException.hostNotReady("workspace-not-writable", "%s could not be written: %s"
                .formatted(file, e.getMessage()), "Look at free space and permissions.").causedBy(e);
    }
}
