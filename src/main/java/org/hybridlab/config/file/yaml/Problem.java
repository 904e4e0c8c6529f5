package org.hybridlab.config.file.yaml;

import java.nio.file.Path;

import org.hybridlab.config.rules.core.Severity;

/**
 * A problem at a place of a lab file.
 *
 * @param ruleId as in docs/reference/rules.md
 * @param line from 1
 * @param column in characters, from 1
 * @param advice may be empty
 * @param snippet the line with a caret below the place; empty if there is no such line
 */
public record Problem(String ruleId, Severity severity, Path file, int line, int column, String message,
                      String advice, String snippet) {
    /** Shortens the file's path, if it is in that folder. */
    public Problem relativeTo(Path folder) {
        return file.startsWith(folder) ? new Problem(ruleId, severity, folder.relativize(file), line, column, message,
                advice, snippet) : this;
    }

    /** Place, message, line with caret, and advice. Has several lines, without a final line end. */
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
