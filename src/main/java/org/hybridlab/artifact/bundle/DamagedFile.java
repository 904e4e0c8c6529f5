package org.hybridlab.artifact.bundle;

/**
 * A file of the cache that is not what was recorded when it was fetched.
 *
 * @param path below the cache's bundle folder
 */
public record DamagedFile(String path) {
}
