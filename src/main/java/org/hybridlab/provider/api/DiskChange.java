package org.hybridlab.provider.api;

import java.util.Optional;

/**
 * What a machine's disk has other than the box that the machine was made from.
 *
 * @param path absolute, in the machine
 * @param bytes of a file, as the machine has it; 0 for all else, and where nobody knows
 * @param boxBytes the same of the file that the box has there
 * @param hidden a file in this folder for people, where its own name cannot be given to programs
 * @param access of {@code ACCESS} only
 */
public record DiskChange(Kind kind, String path, long bytes, long boxBytes, Optional<String> hidden,
                         Optional<AccessChange> access) {
    /**
     * Of a file and a folder by one name, {@code CHANGED} tells. Of a folder of both, {@code ACCESS} tells that its
     * mode or its owner differs, and {@code CHANGED} that something {@code hidden} does.
     */
    public enum Kind { ADDED, CHANGED, DELETED, ACCESS }

    /**
     * Who may use a folder.
     *
     * @param mode octal
     * @param owner numbers of user and group, with a colon between them
     */
    public record Access(String mode, String owner) {
    }

    /** A folder as the machine has it, and as its box does. */
    public record AccessChange(Access now, Access box) {
    }

    public DiskChange(Kind kind, String path) {
        this(kind, path, 0);
    }

    public DiskChange(Kind kind, String path, long bytes) {
        this(kind, path, bytes, 0, Optional.empty(), Optional.empty());
    }

    public DiskChange ofBox(long size) {
        return new DiskChange(kind, path, bytes, size, hidden, access);
    }

    public static DiskChange hidden(String folder, String file) {
        return new DiskChange(Kind.CHANGED, folder, 0, 0, Optional.of(file), Optional.empty());
    }

    public static DiskChange access(String folder, Access now, Access box) {
        return new DiskChange(Kind.ACCESS, folder, 0, 0, Optional.empty(), Optional.of(new AccessChange(now, box)));
    }
}
