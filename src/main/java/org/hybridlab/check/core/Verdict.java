package org.hybridlab.check.core;

import java.util.List;

/**
 * What a check says about a lab.
 *
 * @param words one sentence for people
 * @param evidence what was seen, a line each
 * @param truth on what it was seen
 */
public record Verdict(Outcome outcome, String words, List<String> evidence, EvidenceSource truth) {
    /** How a check ended. */
    public enum Outcome { PASSED, FAILED, NOT_JUDGED }

    public Verdict {
        evidence = List.copyOf(evidence);
    }

    public static Verdict passed(String words, List<String> evidence) {
        return new Verdict(Outcome.PASSED, words, evidence, EvidenceSource.REAL);
    }

    public static Verdict failed(String words, List<String> evidence) {
        return new Verdict(Outcome.FAILED, words, evidence, EvidenceSource.REAL);
    }

    public static Verdict notJudged(String words, List<String> evidence, EvidenceSource truth) {
        return new Verdict(Outcome.NOT_JUDGED, words, evidence, truth);
    }

    /** The evidence without what the words say already. */
    public List<String> news() {
        return evidence.stream().filter(line -> !line.equals(words)).toList();
    }

    public Verdict inWords(String newWords) {
        return new Verdict(outcome, newWords, evidence, truth);
    }
}
