package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.hybridlab.common.process.TaskProgress;

/** Prints lines, progress and signs of life of a long task outside of the engine. */
public final class Heartbeat implements Consumer<String>, AutoCloseable {
    private static final Duration OFTEN = Duration.ofSeconds(1);

    private final Consumer<String> print;
    private final Consumer<String> bar;
    private final Clock clock;
    private final Duration silence;
    private final Instant startedAt;
    private final Milestones milestones = new Milestones();
    private final OneThread thread;
    private TaskEstimate estimate;
    private Instant lastSaid;
    private String newest = "";

    public Heartbeat(Consumer<String> print) {
        this(print, Optional.empty(), Clock.systemUTC(), Progress.SILENCE);
    }

    /** @param bar paints a line that the next one replaces; empty if nothing can be repainted */
    Heartbeat(Consumer<String> print, Optional<Consumer<String>> bar, Clock clock, Duration silence) {
        this.print = print;
        this.bar = bar.orElse(null);
        this.clock = clock;
        this.silence = silence;
        this.startedAt = clock.instant();
        this.lastSaid = startedAt;
        this.thread = new OneThread("hybridlab-sign-of-life", OFTEN.compareTo(silence) < 0 ? OFTEN : silence,
                this::tick);
    }

    /**
     * For a terminal, which can be repainted.
     *
     * @param screen its present size
     */
    public static Heartbeat live(PrintWriter out, Supplier<Screen> screen) {
        BottomLine bottom = new BottomLine(out, screen);
        return new Heartbeat(bottom::say, Optional.of(bottom::paint), Clock.systemUTC(), Progress.SILENCE);
    }

    @Override
    public void accept(String line) {
        thread.hand(() -> {
            newest = Printable.text(line);
            say(line);
        });
    }

    /** A line that is only shown in a sign of life. */
    public void note(String line) {
        thread.hand(() -> newest = Printable.text(line));
    }

    public void progress(TaskProgress progress) {
        thread.hand(() -> {
            if (estimate == null) {
                estimate = new TaskEstimate(progress, clock.instant());
            } else {
                estimate.apply(progress, clock.instant());
            }
            tick();
        });
    }

    private void tick() {
        Instant now = clock.instant();
        Optional<Estimate> far = Optional.ofNullable(estimate).map(task -> task.at(now));
        if (bar != null && far.isPresent()) {
            bar.accept("%s, %s so far"
                    .formatted(far.get().text(), Printable.duration(Duration.between(startedAt, now))));
        } else if (far.filter(share -> milestones.isNews(share, now)).isPresent()) {
            say("progress " + far.get().text());
        } else if (Duration.between(lastSaid, now).compareTo(silence) >= 0) {
            say("... still going on (%s%s)%s".formatted(Printable.duration(Duration.between(startedAt, now)),
                    far.map(share -> ", " + share.message()).orElse(""),
                    newest.isEmpty() ? "" : ": " + Printable.cut(newest, 120)));
        }
    }

    private void say(String line) {
        lastSaid = clock.instant();
        print.accept(line);
    }

    @Override
    public void close() {
        if (bar != null) {
            thread.hand(() -> bar.accept(""));
        }
        thread.close();
    }

    /** The terminal's last line. Other output scrolls above it. */
    private static final class BottomLine {
        private static final String CLEAR = "\r\u001b[K";

        private final PrintWriter out;
        private final Supplier<Screen> screen;
        private String painted = "";

        BottomLine(PrintWriter out, Supplier<Screen> screen) {
            this.out = out;
            this.screen = screen;
        }

        void say(String line) {
            write((painted.isEmpty() ? "" : CLEAR) + TerminalText.shown(line) + "\n" + fitting());
        }

        void paint(String line) {
            if (!line.isEmpty() || !painted.isEmpty()) {
                painted = line;
                write(CLEAR + fitting());
            }
        }

        /** Leaves the last column free. Only the last row of a wrapped line would be cleared. */
        private String fitting() {
            return painted.isEmpty() ? "" : Printable.cut(painted, screen.get().columns() - 1);
        }

        private void write(String text) {
            if (out instanceof TerminalWriter terminal) {
                terminal.paint(text);
            } else {
                out.print(text);
            }
            out.flush();
        }
    }
}
