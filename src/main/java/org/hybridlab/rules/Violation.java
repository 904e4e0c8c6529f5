package org.hybridlab.rules;

/**
 * A rule that a lab breaks.
 *
 * @param message what is wrong, naming the machine, app or check
 * @param advice what to write instead
 */
public record Violation(String ruleId, Severity severity, Place place, String message, String advice) {
}
