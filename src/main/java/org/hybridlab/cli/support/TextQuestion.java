package org.hybridlab.cli.support;

import java.io.Console;

/** A question with a default: on a terminal it is asked, elsewhere the default is the answer. */
public final class TextQuestion {
    private final Session session;

    public TextQuestion(Session session) {
        this.session = session;
    }

    public String answer(String text, String usual) {
        Console console = session.mayAsk() ? System.console() : null;
        if (console == null) {
            return usual;
        }
        session.err().print("%s [%s] ".formatted(text, usual));
        session.err().flush();
        String line = console.readLine();
        return line == null || line.isBlank() ? usual : line.strip();
    }
}
