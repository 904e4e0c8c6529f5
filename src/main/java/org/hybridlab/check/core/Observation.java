package org.hybridlab.check.core;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of one look.
 *
 * @param good true ends the check
 * @param message one sentence for people
 * @param evidence a line each
 * @param simulated simulated nodes that are part of it
 * @param hopeless true if waiting is useless
 * @param next when the cluster tries again by itself, if known
 */
public record Observation(boolean good, String message, List<String> evidence, List<String> simulated,
                          boolean hopeless, Optional<Instant> next) {
    private static final int SOME = 2;

    public Observation {
        evidence = List.copyOf(evidence);
        simulated = List.copyOf(simulated);
    }

    public Observation(boolean good, String message, List<String> evidence) {
        this(good, message, evidence, List.of(), false, Optional.empty());
    }

    /** Good without complaints. Otherwise the first ones are the message, and all are the first evidence. */
    public static Observation of(List<String> complaints, String otherwise, List<String> evidence) {
        if (complaints.isEmpty()) {
            return new Observation(true, otherwise, evidence);
        }
        return new Observation(false, firstOf(complaints),
                Stream.concat(complaints.stream(), evidence.stream()).toList());
    }

    public Observation with(Collection<String> simulatedNodes) {
        return new Observation(good, message, evidence, simulatedNodes.stream().distinct().sorted().toList(),
                hopeless, next);
    }

    /** Hopeless if that is true, and it is not good. */
    public Observation hopelessIf(boolean known) {
        return new Observation(good, message, evidence, simulated, known && !good, next);
    }

    /** @param moment by this host's clock */
    public Observation movesAt(Optional<Instant> moment) {
        return new Observation(good, message, evidence, simulated, hopeless, moment);
    }

    private static String firstOf(List<String> complaints) {
        int more = complaints.size() - SOME;
        return String.join("; ", complaints.subList(0, Math.min(SOME, complaints.size())))
                + (more > 0 ? "; and %d more".formatted(more) : "");
    }
}
