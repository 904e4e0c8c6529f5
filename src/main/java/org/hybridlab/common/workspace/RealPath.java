package org.hybridlab.common.workspace;

import java.io.IOException;
import java.nio.file.Path;

/** Paths by which a lab is one lab, however somebody came to its folder. */
public final class RealPath {
    private RealPath() {
    }

    /** The path without symbolic links; of what is not there yet, as far as it is there. */
    public static Path of(Path path) {
        Path absolute = path.toAbsolutePath();
        for (Path there = absolute; there != null; there = there.getParent()) {
            try {
                return there.toRealPath().resolve(there.relativize(absolute)).normalize();
            } catch (IOException e) {
                // Not there, or not for us to see: what it lies in may be.
            }
        }
        return absolute.normalize();
    }
}
