package org.hybridlab.engine;

import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.Records;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/**
 * Whether a step must run. It is skipped only if it is recorded as done, its inputs are the same, and its probe sees
 * the effect now. Otherwise it runs, which is safe because {@code Action#run} works from any state. A lost journal
 * costs only time.
 *
 * @param text for people
 */
public record Decision(Why why, String text) {
    public enum Why {
        NEVER_DONE, NOT_FINISHED, FAILED_LAST, INPUTS_CHANGED, NOT_THERE, NOT_KNOWN, UP_TO_DATE
    }

    public boolean runs() {
        return why != Why.UP_TO_DATE;
    }

    /** Empty if the record says that the step is done, so a probe must decide. */
    static Optional<Decision> byRecord(Step step, Records records) {
        Entry last = records.last(step.id()).orElse(null);
        if (last == null) {
            return decided(Why.NEVER_DONE, "not recorded as done");
        }
        return switch (last.kind()) {
            case DONE -> step.fingerprint().equals(last.fingerprint()) ? Optional.empty()
                    : decided(Why.INPUTS_CHANGED, "what it is made from has changed since "
                            + last.at().truncatedTo(ChronoUnit.SECONDS));
            case FAILED, RETRYING -> decided(Why.FAILED_LAST, "failed last time (" + last.failure() + ")");
            default -> decided(Why.NOT_FINISHED, "was not finished last time");
        };
    }

    private static Optional<Decision> decided(Why why, String text) {
        return Optional.of(new Decision(why, text));
    }

    static Decision byLook(Probe probe) {
        return switch (probe.answer()) {
            case PRESENT -> new Decision(Why.UP_TO_DATE, probe.reason());
            case ABSENT -> new Decision(Why.NOT_THERE, probe.reason());
            case UNKNOWN -> new Decision(Why.NOT_KNOWN, probe.reason());
        };
    }
}
