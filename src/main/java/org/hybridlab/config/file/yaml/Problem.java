package org.hybridlab.config.file.yaml;

import java.nio.file.Path;

import org.hybridlab.config.rules.core.Severity;

/**
 * Something wrong at a place of a lab file.
 *
 * @param ruleId what docs/reference/rules.md explains
 * @param line from 1
 * @param column in characters, from 1
 * @param advice what to do about it; may be empty
 * @param snippet the line's text with a caret below the place; empty if there is no such line
 */
public record Problem(String ruleId, Severity severity, Path file, int line, int column, String message,
                      String advice, String snippet) {
    /** The same with the file named from there, if it lies below. */
    public Problem relativeTo(Path folder) {
        return file.startsWith(folder) ? new Problem(ruleId, severity, folder.relativize(file), line, column, message,
                advice, snippet) : this;
    }

    /** For people: place, message, the line with its caret, the advice. Several lines without an end of line. */
    public String text() {
        StringBuilder text = new StringBuilder("%s: %s: %s [%s]"
                .formatted(place(), severity.id(), message, ruleId));
        if (!snippet.isEmpty()) {
            text.append('\n').append(snippet.indent(2).stripTrailing());
        }
        if (!advice.isEmpty()) {
            text.append("\n  ").append(advice);
        }
        return text.toString();
    }

    /** For example {@code labs/mine/lab.yaml:3:5}. */
    public String place() {
        return "%s:%d:%d".formatted(file, line, column);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }
}
