package org.hybridlab.common.workspace;

import java.io.IOException;
import java.nio.file.Path;

/** One path per lab, however its folder was reached. */
public final class RealPath {
    private RealPath() {
    }

    /** Resolves links in the part of the path that exists. */
    public static Path of(Path path) {
        Path absolute = path.toAbsolutePath();
        for (Path there = absolute; there != null; there = there.getParent()) {
            try {
                return there.toRealPath().resolve(there.relativize(absolute)).normalize();
            } catch (IOException e) {
                // Missing or unreadable; its parent may be neither.
            }
        }
        return absolute.normalize();
    }
}
