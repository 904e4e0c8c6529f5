package org.hybridlab.cli.support;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/** The one place that knows what {@code --output} asks for. A call prints one document at most. */
public final class ResultRenderer {
    private final Session session;

    public ResultRenderer(Session session) {
        this.session = session;
    }

    /** @return the exit code */
    public int print(CommandResult result) {
        if (session.options().forPrograms()) {
            document(JsonEnvelope.of(result));
        } else {
            text(result.lines());
        }
        return result.exitCode().number();
    }

    /** Lines for people who asked for text, at once; their document follows at the end of the call. */
    public void text(List<String> lines) {
        if (!session.options().forPrograms()) {
            lines.forEach(session.out()::println);
            session.out().flush();
        }
    }

    /** Where text goes that its reader should see at once; beside the document, if a program reads the results. */
    public PrintWriter textAtOnce() {
        return session.options().forPrograms() ? session.err() : session.out();
    }

    /** A call that ends by a failure. Nothing if a document is out already: two are none. */
    void failure(JsonEnvelope.Error error) {
        if (session.options().forPrograms()) {
            document(JsonEnvelope.of(error));
        }
    }

    private void document(JsonEnvelope document) {
        if (session.options().beginsDocument()) {
            Consumer<JsonEnvelope> writer = switch (session.options().output()) {
                case TEXT -> throw new IllegalStateException("people read text, and no document");
                case JSON -> new JsonOutput(session.out())::print;
            };
            writer.accept(document);
        }
    }
}
