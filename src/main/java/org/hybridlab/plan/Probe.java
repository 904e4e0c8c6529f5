package org.hybridlab.plan;

/**
 * What a cheap look at the real world said about a step's effect.
 *
 * @param reason for people, for example "the container hl-first-control is not there"
 */
public record Probe(Answer answer, String reason) {
    /** Whether the effect is there; unknown counts as "not there" for the decision to run. */
    public enum Answer { PRESENT, ABSENT, UNKNOWN }

    public static Probe present(String reason) {
        return new Probe(Answer.PRESENT, reason);
    }

    public static Probe absent(String reason) {
        return new Probe(Answer.ABSENT, reason);
    }

    public static Probe unknown(String reason) {
        return new Probe(Answer.UNKNOWN, reason);
    }

    public boolean isPresent() {
        return answer == Answer.PRESENT;
    }
}
