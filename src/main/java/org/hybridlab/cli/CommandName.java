package org.hybridlab.cli;

import java.util.Locale;

/**
 * Every command with the line that {@code hybridlab --help} shows for it, in the order of that page (from
 * writing a lab to removing it). Kept apart from
 * the classes of the commands, so that the page comes up without loading any of them.
 */
enum CommandName {
    DOCTOR("Say what this host can run and what it lacks"),
    SETUP("Install what this host lacks"),
    COMPLETION("Print the completion script for bash and zsh");

    private final String summary;

    CommandName(String summary) {
        this.summary = summary;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String summary() {
        return summary;
    }
}
