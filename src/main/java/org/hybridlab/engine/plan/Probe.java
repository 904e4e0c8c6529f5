package org.hybridlab.engine.plan;

import java.util.Optional;

/**
 * The result of a look at a step's effect.
 *
 * @param reason for people, for example "the container hl-first-control is not there"
 * @param destroys what {@link Action#run} would destroy now, as the end of a sentence with "will"; empty for nothing
 */
public record Probe(Answer answer, String reason, Optional<String> destroys) {
    /** {@code UNKNOWN} runs the step, like {@code ABSENT}. */
    public enum Answer { PRESENT, ABSENT, UNKNOWN }

    public static Probe present(String reason) {
        return new Probe(Answer.PRESENT, reason, Optional.empty());
    }

    public static Probe absent(String reason) {
        return new Probe(Answer.ABSENT, reason, Optional.empty());
    }

    public static Probe unknown(String reason) {
        return new Probe(Answer.UNKNOWN, reason, Optional.empty());
    }

    /** Adds what {@link Action#run} would destroy, for example "reset node: it is half joined". */
    public Probe destroying(String what) {
        return new Probe(answer, reason, Optional.of(what));
    }

    public Probe destroying(Optional<String> what) {
        return what.map(this::destroying).orElse(this);
    }

    public boolean isPresent() {
        return answer == Answer.PRESENT;
    }
}
