package org.hybridlab.diagnose;

import java.util.List;

/**
 * What was read, and what could not be.
 *
 * @param gaps one sentence for each machine or server that did not answer
 */
public record Collected(List<Evidence> evidence, List<String> gaps) {
    public Collected {
        evidence = List.copyOf(evidence);
        gaps = List.copyOf(gaps);
    }
}
