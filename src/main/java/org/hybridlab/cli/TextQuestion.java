package org.hybridlab.cli;

import java.io.Console;

/** A question with a default: on a terminal it is asked, elsewhere the default is the answer. */
final class TextQuestion {
    private final Session session;

    TextQuestion(Session session) {
        this.session = session;
    }

    String answer(String text, String usual) {
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
