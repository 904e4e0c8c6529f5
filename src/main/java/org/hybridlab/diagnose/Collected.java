package org.hybridlab.diagnose;

import java.util.List;
import java.util.stream.Stream;

/**
 * What was read, and what could not be.
 *
 * @param gaps one sentence for each machine or server that did not answer, and for what else could not be looked at
 */
public record Collected(List<Evidence> evidence, List<String> gaps) {
    public Collected {
        evidence = List.copyOf(evidence);
        gaps = List.copyOf(gaps);
    }

    /** With more that could not be looked at. */
    public Collected with(List<String> moreGaps) {
        return new Collected(evidence, Stream.concat(gaps.stream(), moreGaps.stream()).distinct().toList());
    }
}
