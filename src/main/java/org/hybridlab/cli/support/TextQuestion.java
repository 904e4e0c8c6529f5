package org.hybridlab.cli.support;

/** A question with a default: on a terminal it is asked, elsewhere the default is the answer. */
public final class TextQuestion {
    private final Session session;

    public TextQuestion(Session session) {
        this.session = session;
    }

    public String answer(String text, String usual) {
        if (!session.mayAsk()) {
            return usual;
        }
        return new Question(session).ask("%s [%s] ".formatted(text, usual)).map(String::strip)
                .filter(line -> !line.isEmpty()).orElse(usual);
    }
}
