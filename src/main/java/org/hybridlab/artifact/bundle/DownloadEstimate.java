package org.hybridlab.artifact.bundle;

import java.time.Duration;
import java.util.List;

/**
 * What a bundle's download would fetch.
 *
 * @param building duration of a build from Go modules on two cores; downloads are faster
 */
public record DownloadEstimate(List<String> missing, int megabytes, Duration building) {
    public DownloadEstimate {
        missing = List.copyOf(missing);
    }

    static DownloadEstimate of(List<PartState> states) {
        List<PartState> missing = states.stream().filter(state -> !state.isHere()).toList();
        return new DownloadEstimate(missing.stream().map(state -> state.component() + " " + state.version()).toList(),
                missing.stream().mapToInt(PartState::megabytes).sum(),
                Duration.ofSeconds(missing.stream().mapToInt(PartState::seconds).sum()));
    }

    public boolean isComplete() {
        return missing.isEmpty();
    }
}
