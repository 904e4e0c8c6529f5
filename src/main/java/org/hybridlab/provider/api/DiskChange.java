package org.hybridlab.provider.api;

/**
 * What a machine's disk has other than the box that the machine was made from.
 *
 * @param path absolute, in the machine
 */
public record DiskChange(Kind kind, String path) {
    /** Of a file and a folder by one name, {@code CHANGED} tells, not of two folders. */
    public enum Kind { ADDED, CHANGED, DELETED }
}
