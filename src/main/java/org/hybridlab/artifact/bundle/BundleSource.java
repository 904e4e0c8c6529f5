package org.hybridlab.artifact.bundle;

import java.nio.file.Path;
import java.time.Duration;

/** Where parts of the bundle come from. */
interface BundleSource {
    /** As people write it, and as records keep it: {@code official}, {@code modules}. */
    String name();

    boolean offers(BundlePart part);

    /** Whether the sums of what Go modules build say what comes out of it; else {@link #fetch} has compared them. */
    boolean givesBuiltFiles();

    /** About how long {@link #fetch} of that part takes. */
    Duration usual(BundlePart part);

    /**
     * Puts all files of the part into the folder, under their names on disk.
     *
     * @throws org.hybridlab.common.error.LabException {@code bundle-not-downloaded}, {@code bundle-not-built},
     *         {@code bundle-wrong-checksum}, {@code interrupted}
     */
    void fetch(BundlePart part, Path folder, Fetching fetching);
}
