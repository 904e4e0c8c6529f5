package org.hybridlab.config.rules.core;

/**
 * A rule as in docs/reference/rules.md.
 *
 * @param id stable, lower case with dashes
 * @param title what is true of every valid lab file, in one sentence
 */
public record RuleEntry(String id, String title) {
}
