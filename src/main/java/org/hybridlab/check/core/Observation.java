package org.hybridlab.check.core;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one look at the lab saw.
 *
 * @param good true if the check may end here
 * @param message one sentence for people
 * @param evidence what was seen, a line each
 * @param simulated the nodes that are part of what was seen and on which nothing runs
 * @param hopeless true if no wait makes it good
 */
public record Observation(boolean good, String message, List<String> evidence, List<String> simulated,
                          boolean hopeless) {
    private static final int SOME = 2;

    public Observation {
        evidence = List.copyOf(evidence);
        simulated = List.copyOf(simulated);
    }

    /** At things that are real. */
    public Observation(boolean good, String message, List<String> evidence) {
        this(good, message, evidence, List.of(), false);
    }

    /**
     * Good if there is no complaint; else the first complaints are the message, and all of them come first as evidence.
     */
    public static Observation of(List<String> complaints, String otherwise, List<String> evidence) {
        if (complaints.isEmpty()) {
            return new Observation(true, otherwise, evidence);
        }
        return new Observation(false, firstOf(complaints),
                Stream.concat(complaints.stream(), evidence.stream()).toList());
    }

    /** The same, of which some was seen on nodes that are simulated. */
    public Observation with(Collection<String> simulatedNodes) {
        return new Observation(good, message, evidence, simulatedNodes.stream().distinct().sorted().toList(),
                hopeless);
    }

    /** The same, for which no wait helps if that is true and it is not good. */
    public Observation hopelessIf(boolean known) {
        return new Observation(good, message, evidence, simulated, known && !good);
    }

    private static String firstOf(List<String> complaints) {
        int more = complaints.size() - SOME;
        return String.join("; ", complaints.subList(0, Math.min(SOME, complaints.size())))
                + (more > 0 ? "; and %d more".formatted(more) : "");
    }
}
