package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

import org.hybridlab.engine.EventListener;
import org.hybridlab.report.Colors;

/** Shows a run while it goes on. Close it before anything else is printed. */
public interface Progress extends EventListener, AutoCloseable {
    /** Nobody should have to wonder whether anything still happens. */
    Duration SILENCE = Duration.ofSeconds(10);

    /** A live picture, for a terminal. @param screen as large as it is now */
    static Progress live(PrintWriter out, Supplier<Screen> screen, Clock clock) {
        return new LiveProgress(out, screen, clock);
    }

    /** Lines with the time of day, for logs. */
    static Progress plain(PrintWriter out, Clock clock, Colors colors) {
        return new PlainProgress(out, clock, colors, SILENCE);
    }

    /** Everything, for programs: one JSON object a line, see docs/explanation/engine.md. */
    static Progress jsonLines(PrintWriter out) {
        return new JsonLines(out);
    }

    /** Shows a line of its own among the others. May be called from any thread. */
    void say(String line);

    @Override
    void close();
}
