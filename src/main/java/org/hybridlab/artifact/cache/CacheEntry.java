package org.hybridlab.artifact.cache;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A unit of the user's cache that is removed as a whole.
 *
 * @param name path below the cache, with slashes
 * @param bytes on disk, without link targets
 */
public record CacheEntry(String name, Path path, CacheUse use, long bytes, Instant changed) {
    /** Whether running labs may need it: their version may differ from this installation's. */
    public boolean mayServeLabs() {
        return use == CacheUse.CURRENT || use == CacheUse.OLD && !path.getFileName().toString().startsWith(".")
                && (name.startsWith("box/kit/") || name.startsWith("bundle/") && !name.equals("bundle/downloads"));
    }

    public enum CacheUse {
        CURRENT,
        /** From another installation or an interrupted call. It can be recreated. */
        OLD,
        /** Makes bundle builds faster. No lab needs it. */
        BUILD,
        /** Not from hybridlab, as far as known. Never removed. */
        UNKNOWN
    }
}
