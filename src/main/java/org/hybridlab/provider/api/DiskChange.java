package org.hybridlab.provider.api;

import java.util.Optional;

/**
 * A difference between a machine's disk and its box.
 *
 * @param path absolute, in the machine
 * @param bytes of a file in the machine; else 0
 * @param boxBytes of the same file in the box; else 0
 * @param hidden a file in this folder whose own name cannot be given to programs
 * @param access for {@code ACCESS} only
 */
public record DiskChange(Kind kind, String path, long bytes, long boxBytes, Optional<String> hidden,
                         Optional<AccessChange> access) {
    /**
     * {@code CHANGED}: a file replaced a folder, or something {@code hidden} in a folder differs. {@code ACCESS}: a
     * folder has another mode or owner.
     */
    public enum Kind { ADDED, CHANGED, DELETED, ACCESS }

    /**
     * Who may use a folder.
     *
     * @param mode octal
     * @param owner user and group ids, with a colon
     */
    public record Access(String mode, String owner) {
    }

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
