package org.hybridlab.artifact.bundle;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sums of the project, in the format of {@code sha256sum}.
 *
 * @param byPath SHA-256 by path below the cache, for example {@code etcd/3.6.16-linux-amd64/etcdctl}
 */
record PinnedSums(Map<String, String> byPath) {
    PinnedSums {
        byPath = Map.copyOf(byPath);
    }

    static PinnedSums parse(String text) {
        Map<String, String> sums = new HashMap<>();
        text.lines().map(line -> line.split("\\s+\\*?", 2)).filter(words -> words.length == 2)
                .forEach(words -> sums.put(words[1].strip(), words[0]));
        return new PinnedSums(sums);
    }

    /** Empty if the project does not know this build, for example on another architecture. */
    Optional<String> of(BundlePart part, String fileName) {
        return Optional.ofNullable(byPath.get(part.folder() + "/" + fileName));
    }
}
