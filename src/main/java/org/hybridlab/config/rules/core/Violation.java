package org.hybridlab.config.rules.core;

import java.util.Optional;

/**
 * A rule that a lab breaks.
 *
 * @param mark the exact place in a manifest, if it is in one
 * @param message names the machine, app or check
 */
public record Violation(String ruleId, Severity severity, Place place, Optional<ManifestMark> mark, String message,
                        String advice) {
    public Violation(String ruleId, Severity severity, Place place, String message, String advice) {
        this(ruleId, severity, place, Optional.empty(), message, advice);
    }
}
