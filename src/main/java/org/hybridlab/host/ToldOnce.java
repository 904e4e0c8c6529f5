package org.hybridlab.host;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a user is told the first time on a host: an empty file of the state folder for each. */
public final class ToldOnce {
    private final Path folder;

    public ToldOnce(UserFolders folders) {
        this.folder = folders.state().resolve("told");
    }

    /** True the first time that it is asked of a name. */
    public boolean isFirst(String name) {
        try {
            Files.createDirectories(folder);
            Files.createFile(folder.resolve(name));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            // Told again rather than never.
            return true;
        }
    }
}
