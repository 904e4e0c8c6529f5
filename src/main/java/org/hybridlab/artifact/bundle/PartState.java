package org.hybridlab.artifact.bundle;

import java.util.List;
import java.util.Optional;

/**
 * A component of a bundle.
 *
 * @param platform for example {@code linux-amd64}
 * @param source empty: it is not here
 * @param files names on disk
 * @param seconds of a build from Go modules on two cores
 */
public record PartState(String component, String version, String platform, Optional<String> source,
                        List<String> files, int megabytes, int seconds) {
    public PartState {
        files = List.copyOf(files);
    }

    public boolean isHere() {
        return source.isPresent();
    }
}
