package org.hybridlab.bundle;

import java.nio.file.Path;
import java.time.Duration;

/** Where parts of the bundle come from. */
interface Source {
    /** As people write it, and as records keep it: {@code official}, {@code modules}. */
    String name();

    boolean offers(Part part);

    /** Whether the sums of what Go modules build say what comes out of it; else {@link #fetch} has compared them. */
    boolean givesBuiltFiles();

    /** About how long {@link #fetch} of that part takes. */
    Duration usual(Part part);

    /**
     * Puts all files of the part into the folder, under their names on disk.
     *
     * @throws org.hybridlab.failure.LabException {@code bundle-not-downloaded}, {@code bundle-not-built},
     *         {@code bundle-wrong-checksum}, {@code interrupted}
     */
    void fetch(Part part, Path folder, Fetching fetching);
}
