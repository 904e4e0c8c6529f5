package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

import org.hybridlab.engine.EventListener;
import org.hybridlab.report.Colors;

/** Shows a run. Close it before printing anything else. */
public interface Progress extends EventListener, AutoCloseable {
    /** Longest time without news of a run. With what a look may be late, no call is silent for more than 10 s. */
    Duration SILENCE = Duration.ofSeconds(9);

    /**
     * Repainted, for a terminal.
     *
     * @param screen its present size
     */
    static Progress live(PrintWriter out, Supplier<Screen> screen, Clock clock) {
        return new LiveProgress(out, screen, clock);
    }

    /** Lines with times, for logs. */
    static Progress plain(PrintWriter out, Clock clock, Colors colors) {
        return new PlainProgress(out, clock, colors, SILENCE);
    }

    /** For programs: one JSON object per line, see docs/explanation/engine.md. */
    static Progress jsonLines(PrintWriter out) {
        return new JsonLines(out);
    }

    /** Shows another line. Thread-safe. */
    void say(String line);

    @Override
    void close();
}
