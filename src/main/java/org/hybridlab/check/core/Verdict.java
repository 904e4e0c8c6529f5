package org.hybridlab.check.core;

import java.util.List;

/**
 * The result of a check.
 *
 * @param message one sentence for people
 * @param evidence a line each
 */
public record Verdict(Outcome outcome, String message, List<String> evidence, EvidenceSource source) {
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

    public List<String> news() {
        return evidence.stream().filter(line -> !line.equals(message)).toList();
    }

    public Verdict withMessage(String other) {
        return new Verdict(outcome, other, evidence, source);
    }
}
