package org.hybridlab.config.rules.core;

import java.util.Optional;

/**
 * A rule that a lab breaks.
 *
 * @param place in the lab file
 * @param mark the exact place, if it is in a manifest
 * @param message what is wrong, naming the machine, app or check
 * @param advice what to write instead
 */
public record Violation(String ruleId, Severity severity, Place place, Optional<ManifestMark> mark, String message,
                        String advice) {
    /** In the lab file itself. */
    public Violation(String ruleId, Severity severity, Place place, String message, String advice) {
        this(ruleId, severity, place, Optional.empty(), message, advice);
    }
}
