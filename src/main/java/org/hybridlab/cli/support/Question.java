package org.hybridlab.cli.support;

import java.io.Console;
import java.util.Locale;

/** A yes-or-no question on the terminal. Call it only where {@link Session#mayAsk()} says so. */
public final class Question {
    private final Session session;

    public Question(Session session) {
        this.session = session;
    }

    /** Everything but y and yes is a no. */
    public boolean isYes(String text) {
        session.err().print(text + " [y/N] ");
        session.err().flush();
        Console console = System.console();
        String answer = console == null ? null : console.readLine();
        if (answer == null) {
            // The end of the input stands on the line of the question.
            session.err().println();
        }
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
