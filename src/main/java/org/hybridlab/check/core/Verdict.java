package org.hybridlab.check.core;

import java.util.List;

/**
 * What a check says about a lab.
 *
 * @param message one sentence for people
 * @param evidence what was seen, a line each
 * @param source on what it was seen
 */
public record Verdict(Outcome outcome, String message, List<String> evidence, EvidenceSource source) {
    /** How a check ended. */
    public enum Outcome { PASSED, FAILED, NOT_JUDGED }

    public Verdict {
        evidence = List.copyOf(evidence);
    }

    public static Verdict passed(String message, List<String> evidence) {
        return new Verdict(Outcome.PASSED, message, evidence, EvidenceSource.REAL);
    }

    public static Verdict failed(String message, List<String> evidence) {
        return new Verdict(Outcome.FAILED, message, evidence, EvidenceSource.REAL);
    }

    public static Verdict notJudged(String message, List<String> evidence, EvidenceSource source) {
        return new Verdict(Outcome.NOT_JUDGED, message, evidence, source);
    }

    /** The evidence without what the message says already. */
    public List<String> news() {
        return evidence.stream().filter(line -> !line.equals(message)).toList();
    }

    public Verdict withMessage(String other) {
        return new Verdict(outcome, other, evidence, source);
    }
}
