package org.hybridlab.artifact.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.Os;

/**
 * Files that are released together. Texts hold placeholders, see {@link BundlePart#fill}.
 *
 * @param module folder below {@code bundle/go} whose go.mod pins it
 * @param tags build tags of Go
 * @param stamps Go variables with the value that the linker gives to them
 * @param files for each operating system: name, without {@code .exe}, and the Go package that it is built from
 * @param official where its makers offer it; empty: only as Go modules, or without checksums
 * @param seconds to build it on two cores
 * @param megabytes of its files
 */
record Component(String name, String module, List<String> tags, List<String> stamps,
                 Map<Os, Map<String, String>> files, Optional<Official> official, int seconds, int megabytes) {
    Component {
        tags = List.copyOf(tags);
        stamps = List.copyOf(stamps);
        files = new LinkedHashMap<>(files);
    }

    /**
     * @param url of one file, or of an archive
     * @param checksum url of the publisher's SHA-256 sums, alone or in {@code sha256sum} lines
     * @param member path of one file in the archive; empty if {@code url} is of the file itself
     */
    record Official(String url, String checksum, Optional<String> member) {
    }
}
