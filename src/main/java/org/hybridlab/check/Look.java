package org.hybridlab.check;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one look at the lab saw.
 *
 * @param good true if the check may end here
 * @param words one sentence for people
 * @param evidence what was seen, a line each
 */
record Look(boolean good, String words, List<String> evidence) {
    private static final int SOME = 2;

    Look {
        evidence = List.copyOf(evidence);
    }

    /** Good if there is no complaint; else the first complaints are the words, and all of them come first as evidence. */
    static Look of(List<String> complaints, String otherwise, List<String> evidence) {
        if (complaints.isEmpty()) {
            return new Look(true, otherwise, evidence);
        }
        return new Look(false, firstOf(complaints),
                Stream.concat(complaints.stream(), evidence.stream()).toList());
    }

    private static String firstOf(List<String> complaints) {
        int more = complaints.size() - SOME;
        return String.join("; ", complaints.subList(0, Math.min(SOME, complaints.size())))
                + (more > 0 ? "; and %d more".formatted(more) : "");
    }
}
