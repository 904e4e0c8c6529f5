package org.hybridlab.terminal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Foreground;

/**
 * Prints a line when a call has written nothing for 10 s. Prints nothing while another program uses the terminal or
 * while the user answers a question.
 */
public final class SignsOfLife {
    /** After {@link Progress#SILENCE}, as a run's own news say more. */
    private static final Duration SILENCE = Duration.ofSeconds(10);
    /** A process has one terminal. */
    private static final AtomicInteger HELD = new AtomicInteger();

    private final TerminalWriter out;
    private final TerminalWriter err;
    private final LongSupplier nanos;
    private final long began;

    /** @param nanos as {@link System#nanoTime} */
    SignsOfLife(TerminalWriter out, TerminalWriter err, LongSupplier nanos) {
        this.out = out;
        this.err = err;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    /** Watches for the rest of this process. */
    public static void watch(PrintWriter out, PrintWriter err) {
        if (out instanceof TerminalWriter results && err instanceof TerminalWriter progress) {
            new OneThread("hybridlab-signs-of-life", Duration.ofSeconds(1),
                    new SignsOfLife(results, progress, System::nanoTime)::tick);
        }
    }

    void tick() {
        long now = nanos.getAsLong();
        long written = Math.max(began, Math.max(out.lastWritten(), err.lastWritten()));
        if (HELD.get() == 0 && now - written >= SILENCE.toNanos()) {
            err.println("... still going on (%s)".formatted(Printable.duration(Duration.ofNanos(now - began))));
        }
    }

    public static Foreground around(Foreground terminal) {
        return new Foreground() {
            @Override
            public int run(Command command) {
                HELD.incrementAndGet();
                try {
                    return terminal.run(command);
                } finally {
                    HELD.decrementAndGet();
                }
            }

            @Override
            public int runAside(Command command) {
                return terminal.runAside(command);
            }
        };
    }

    public static InputStream around(InputStream answers) {
        return new FilterInputStream(answers) {
            @Override
            public int read() throws IOException {
                HELD.incrementAndGet();
                try {
                    return super.read();
                } finally {
                    HELD.decrementAndGet();
                }
            }
        };
    }
}
