package org.hybridlab.host;

import java.nio.file.Path;

import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.common.workspace.ShortHash;

/**
 * Where the locks of labs lie: in the state folder, by the workspace's real path. They stay, empty, when a lab goes:
 * deleting a lock that somebody may be waiting for would give it to two.
 */
public final class WorkspaceLocks {
    private WorkspaceLocks() {
    }

    public static Path of(UserFolders folders, Path workspace) {
        return folders.state().resolve("locks").resolve(ShortHash.of(RealPath.of(workspace).toString(), 10));
    }
}
