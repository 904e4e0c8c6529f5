package org.hybridlab.provider.api;

/**
 * What a machine's disk has other than the box that the machine was made from.
 *
 * @param path absolute, in the machine
 */
public record DiskChange(Kind kind, String path) {
    /** A directory counts as changed when something below it did. */
    public enum Kind { ADDED, CHANGED, DELETED }
}
