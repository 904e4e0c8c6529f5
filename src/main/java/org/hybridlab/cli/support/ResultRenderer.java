package org.hybridlab.cli.support;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/** Prints results as {@code --output} asks; at most one document a call. */
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

    /** Prints text at once, unless the result is a document. */
    public void text(List<String> lines) {
        if (!session.options().forPrograms()) {
            lines.forEach(session.out()::println);
            session.out().flush();
        }
    }

    /** Standard error, if standard output is to hold a document. */
    public PrintWriter textAtOnce() {
        return session.options().forPrograms() ? session.err() : session.out();
    }

    /** Prints a failure as a document, unless the call has printed one. */
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
