package org.hybridlab.artifact.bundle;

/** A file of the cache that differs from its record. */
public record DamagedFile(String path) {
}
