package org.hybridlab.config.rules.core;

import java.util.Optional;

/**
 * A problem at one place, which becomes a {@link Violation} with the id of its rule.
 *
 * @param mark the exact place in a manifest, if it is in one
 * @param message names the machine, app or check
 */
public record Defect(Severity severity, Place place, Optional<ManifestMark> mark, String message, String advice) {
    public static Defect error(Place place, String message, String advice) {
        return new Defect(Severity.ERROR, place, Optional.empty(), message, advice);
    }

    public static Defect warning(Place place, String message, String advice) {
        return new Defect(Severity.WARNING, place, Optional.empty(), message, advice);
    }
}
