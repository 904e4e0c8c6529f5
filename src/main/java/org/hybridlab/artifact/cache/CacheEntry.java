package org.hybridlab.artifact.cache;

import java.nio.file.Path;
import java.time.Instant;

/**
 * Something in the user's cache that goes or stays as a whole.
 *
 * @param name its path below the cache, with slashes
 * @param bytes on disk; links are not followed
 * @param changed when anything in it changed last
 */
public record CacheEntry(String name, Path path, CacheUse use, long bytes, Instant changed) {
    /** Whether labs may need it that are up: the version that one runs may be another than this installation's. */
    public boolean mayServeLabs() {
        return use == CacheUse.CURRENT || use == CacheUse.OLD && !path.getFileName().toString().startsWith(".")
                && (name.startsWith("box/kit/") || name.startsWith("bundle/") && !name.equals("bundle/downloads"));
    }

    /** What it is good for. */
    public enum CacheUse {
        /** This installation would use it. */
        CURRENT,
        /** An older or another installation made it, or a call that was ended. It can be had again. */
        OLD,
        /** Makes builds of bundles faster; no lab needs it. */
        BUILD,
        /** Not made by hybridlab, as far as is known. It is never removed. */
        UNKNOWN
    }
}
