package org.hybridlab.config.rules.core;

/**
 * A rule as docs/reference/rules.md lists it.
 *
 * @param id stable, lower case with dashes; what a problem carries
 * @param title what is true of every good lab file, in one sentence
 */
public record RuleEntry(String id, String title) {
}
