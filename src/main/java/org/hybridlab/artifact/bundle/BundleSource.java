package org.hybridlab.artifact.bundle;

import java.nio.file.Path;
import java.time.Duration;

interface BundleSource {
    /** For people and records: {@code official}, {@code modules}. */
    String name();

    boolean offers(BundlePart part);

    /** Whether sums of Go builds apply to its files. Otherwise {@link #fetch} has compared sums. */
    boolean givesBuiltFiles();

    Duration usual(BundlePart part);

    /**
     * Writes the part's files to the folder.
     *
     * @throws org.hybridlab.common.error.LabException {@code bundle-not-downloaded}, {@code bundle-not-built}, {@code
     * bundle-wrong-checksum}, {@code interrupted}
     */
    void fetch(BundlePart part, Path folder, Fetching fetching);
}
