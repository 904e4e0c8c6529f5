package org.hybridlab.host;

import java.nio.file.Path;

import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.common.workspace.ShortHash;

/**
 * Locks of labs, in the state folder, by the workspace's real path. They are never deleted: somebody may wait for a
 * deleted one while another creates it again.
 */
public final class WorkspaceLocks {
    private WorkspaceLocks() {
    }

    public static Path of(UserFolders folders, Path workspace) {
        return folders.state().resolve("locks").resolve(ShortHash.of(RealPath.of(workspace).toString(), 10));
    }
}
