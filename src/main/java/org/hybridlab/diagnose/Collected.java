package org.hybridlab.diagnose;

import java.util.List;
import java.util.stream.Stream;

/**
 * Evidence, and gaps.
 *
 * @param gaps one sentence for each machine, server or source without an answer
 */
public record Collected(List<Evidence> evidence, List<String> gaps) {
    public Collected {
        evidence = List.copyOf(evidence);
        gaps = List.copyOf(gaps);
    }

    public Collected with(List<String> moreGaps) {
        return new Collected(evidence, Stream.concat(gaps.stream(), moreGaps.stream()).distinct().toList());
    }
}
