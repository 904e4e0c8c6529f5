package org.hybridlab.artifact.bundle;

/**
 * A file of the cache that differs from its record.
 *
 * @param path below the bundle folder
 */
public record DamagedFile(String path) {
}
