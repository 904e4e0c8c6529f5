package org.hybridlab.artifact.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.Os;

/**
 * Files with a common release. Texts have placeholders, see {@link BundlePart#fill}.
 *
 * @param module folder in {@code data/bundle/go} whose go.mod pins it
 * @param stamps values of Go variables for the linker
 * @param files by operating system: name without {@code .exe}, and Go package
 * @param official publisher's download; empty: only Go modules, or no checksums
 * @param seconds of a build on two cores
 */
record Component(String name, String module, List<String> tags, List<String> stamps,
                 Map<Os, Map<String, String>> files, Optional<Official> official, int seconds, int megabytes) {
    Component {
        tags = List.copyOf(tags);
        stamps = List.copyOf(stamps);
        files = new LinkedHashMap<>(files);
    }

    /**
     * @param url of a file or an archive
     * @param checksum url of the publisher's SHA-256 sums, alone or in {@code sha256sum} lines
     * @param member path in the archive; empty if {@code url} is the file
     */
    record Official(String url, String checksum, Optional<String> member) {
    }
}
