package org.hybridlab.config.rules.core;

import java.util.Optional;

/**
 * What is wrong with a lab at one place. The rule that finds it adds its own id, and so makes a {@link Violation} of
 * it.
 *
 * @param place in the lab file
 * @param mark the exact place, if it is in a manifest
 * @param message what is wrong, naming the machine, app or check
 * @param advice what to write instead
 */
public record Defect(Severity severity, Place place, Optional<ManifestMark> mark, String message, String advice) {
    /** That no lab can come up with. */
    public static Defect error(Place place, String message, String advice) {
        return new Defect(Severity.ERROR, place, Optional.empty(), message, advice);
    }

    /** That a lab can live with. */
    public static Defect warning(Place place, String message, String advice) {
        return new Defect(Severity.WARNING, place, Optional.empty(), message, advice);
    }
}
