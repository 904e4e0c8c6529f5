package org.hybridlab.host;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.common.workspace.ShortHash;

/**
 * Folders that outlive a lab, by the XDG Base Directory Specification.
 *
 * @param cache may be lost: bundles, boxes, class-data archives
 * @param state must not be lost: known labs, started daemons, logs
 */
public record UserFolders(Path cache, Path state) {
    /** @param home the user's home folder */
    public static UserFolders of(Map<String, String> environment, Path home) {
        return new UserFolders(folder(environment, "XDG_CACHE_HOME", home.resolve(".cache")),
                folder(environment, "XDG_STATE_HOME", home.resolve(".local/state")));
    }

    /** Workspaces of labs in folders that are not writable. */
    public Path workspaces() {
        return state.resolve("workspaces");
    }

    public Path locks() {
        return state.resolve("locks");
    }

    /** A lab's lock. It is never deleted: somebody may wait for a deleted one while another creates it again. */
    public Path lock(Path workspace) {
        return locks().resolve(ShortHash.of(RealPath.of(workspace).toString(), 10));
    }

    /** "All paths must be absolute. If an implementation encounters a relative path it should ... ignore it." */
    private static Path folder(Map<String, String> environment, String variable, Path fallback) {
        String value = environment.getOrDefault(variable, "");
        Path base = !value.isEmpty() && Path.of(value).isAbsolute() ? Path.of(value) : fallback;
        return base.resolve("hybridlab");
    }
}
