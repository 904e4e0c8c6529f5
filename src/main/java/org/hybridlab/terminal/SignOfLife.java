package org.hybridlab.terminal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Passes on the lines of a long task, and says that it still goes on when none came for a while. For what happens
 * outside of the engine: installing packages, fetching a bundle.
 */
public final class SignOfLife implements Consumer<String>, AutoCloseable {
    private static final Duration OFTEN = Duration.ofSeconds(1);

    private final Consumer<String> print;
    private final Clock clock;
    private final Duration silence;
    private final Instant startedAt;
    private final OneThread thread;
    private Instant lastSaid;
    private String newest = "";

    public SignOfLife(Consumer<String> print) {
        this(print, Clock.systemUTC(), Progress.SILENCE);
    }

    SignOfLife(Consumer<String> print, Clock clock, Duration silence) {
        this.print = print;
        this.clock = clock;
        this.silence = silence;
        this.startedAt = clock.instant();
        this.lastSaid = startedAt;
        this.thread = new OneThread("hybridlab-sign-of-life", OFTEN.compareTo(silence) < 0 ? OFTEN : silence,
                this::tick);
    }

    @Override
    public void accept(String line) {
        thread.hand(() -> {
            newest = Printable.text(line);
            say(line);
        });
    }

    /** A line that is not shown by itself, only as the newest one in a sign of life. */
    public void note(String line) {
        thread.hand(() -> newest = Printable.text(line));
    }

    private void tick() {
        Instant now = clock.instant();
        if (Duration.between(lastSaid, now).compareTo(silence) >= 0) {
            say("... still going on (%s)%s".formatted(Printable.duration(Duration.between(startedAt, now)),
                    newest.isEmpty() ? "" : ": " + Printable.cut(newest, 120)));
        }
    }

    private void say(String line) {
        lastSaid = clock.instant();
        print.accept(line);
    }

    @Override
    public void close() {
        thread.close();
    }
}
