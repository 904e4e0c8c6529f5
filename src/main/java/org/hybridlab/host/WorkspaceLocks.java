package org.hybridlab.host;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import org.hybridlab.lab.RealPath;

/**
 * Where the locks of labs lie: in the state folder, by the workspace's real path. They stay, empty, when a lab goes:
 * deleting a lock that somebody may be waiting for would give it to two.
 */
public final class WorkspaceLocks {
    private WorkspaceLocks() {
    }

    public static Path of(UserFolders folders, Path workspace) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(RealPath.of(workspace).toString().getBytes(StandardCharsets.UTF_8));
            return folders.state().resolve("locks").resolve(HexFormat.of().formatHex(digest, 0, 10));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
