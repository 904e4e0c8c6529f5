package org.hybridlab.cli.support;

/**
 * A question with a default. It is asked of a person who sees on the terminal what the call writes. Elsewhere the
 * default is the answer.
 */
public final class TextQuestion {
    private final Session session;

    public TextQuestion(Session session) {
        this.session = session;
    }

    public String answer(String text, String usual) {
        if (!session.mayAsk() || session.options().forPrograms() || !session.input().showsResults()) {
            return usual;
        }
        return new Question(session).ask("%s [%s] ".formatted(text, usual)).map(String::strip)
                .filter(line -> !line.isEmpty()).orElse(usual);
    }
}
