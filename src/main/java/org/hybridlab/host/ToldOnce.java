package org.hybridlab.host;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Messages for the first time on a host: an empty file each in the state folder. */
public final class ToldOnce {
    private final Path folder;

    public ToldOnce(UserFolders folders) {
        this.folder = folders.state().resolve("told");
    }

    /** True the first time for a name. */
    public boolean isFirst(String name) {
        try {
            Files.createDirectories(folder);
            Files.createFile(folder.resolve(name));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            // Better twice than never.
            return true;
        }
    }
}
