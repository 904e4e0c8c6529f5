package org.hybridlab.cli.support;

import java.io.PrintWriter;
import java.util.List;

/** The one place that knows what {@code --output} asks for. A call prints one document at most. */
public final class ResultRenderer {
    private final Session session;

    public ResultRenderer(Session session) {
        this.session = session;
    }

    /** @return the exit code */
    public int print(CommandResult result) {
        if (session.options().json()) {
            document(JsonEnvelope.of(result));
        } else {
            text(result.lines());
        }
        return result.exitCode().number();
    }

    /** Lines for people who asked for text, at once; their document follows at the end of the call. */
    public void text(List<String> lines) {
        if (!session.options().json()) {
            lines.forEach(session.out()::println);
            session.out().flush();
        }
    }

    /** Where text goes that its reader should see at once; beside the document, if a program reads the results. */
    public PrintWriter textAtOnce() {
        return session.options().json() ? session.err() : session.out();
    }

    /** A call that ends by a failure. Nothing if a document is out already: two are none. */
    void failure(JsonEnvelope.Error error) {
        if (session.options().json()) {
            document(JsonEnvelope.of(error));
        }
    }

    private void document(JsonEnvelope document) {
        if (session.options().beginsDocument()) {
            new JsonOutput(session.out()).print(document);
        }
    }
}
