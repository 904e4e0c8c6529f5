package org.hybridlab.host;

import java.util.Optional;

import org.hybridlab.common.error.LabException;

/**
 * Something that a provider needs of the host.
 *
 * @param id stable, lower case with dashes
 * @param title for people, for example {@code Docker}
 * @param found for example a version, or what is missing
 * @param needed amount or version; empty if presence is enough
 * @param remedy empty if all is well
 */
public record Requirement(String id, String title, State state, String found, Optional<String> needed,
                          Optional<Remedy> remedy) {
    private static final String TRIAL = "Trial of machines";

    /** {@code WARNING}: a lab may still come up. */
    public enum State { OK, WARNING, MISSING }

    static Requirement ok(String id, String title, String found) {
        return new Requirement(id, title, State.OK, found, Optional.empty(), Optional.empty());
    }

    static Requirement missing(String id, String title, String found, Remedy remedy) {
        return new Requirement(id, title, State.MISSING, found, Optional.empty(), Optional.of(remedy));
    }

    static Requirement warning(String id, String title, String found, String advice) {
        return new Requirement(id, title, State.WARNING, found, Optional.empty(),
                Optional.of(new Remedy.ByHand(advice)));
    }

    /** @param box of the trial; empty if there is none yet */
    public static Requirement tried(Optional<String> box, Runnable trial) {
        try {
            trial.run();
            return ok("trial", TRIAL, box.orElse("of the daemon alone: there is no box yet"));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return missing(e.id(), TRIAL, e.what() + e.why().map(why -> " (" + why + ")").orElse(""),
                    new Remedy.ByHand(e.advice()));
        }
    }

    Requirement needing(String amount) {
        return new Requirement(id, title, state, found, Optional.of(amount), remedy);
    }

    public boolean isMissing() {
        return state == State.MISSING;
    }
}
