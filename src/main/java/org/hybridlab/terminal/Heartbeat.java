package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.common.process.TaskProgress;

/**
 * Passes on the lines of a long task, says how far it has come, and that it still goes on when no line came for a
 * while. For what happens outside of the engine: installing packages, fetching a bundle.
 */
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

    /** @param bar paints a line that the next one takes the place of; empty where nothing can be painted over */
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

    /** @param live whether what is written there can be painted over */
    public static Heartbeat of(PrintWriter out, boolean live) {
        if (!live) {
            return new Heartbeat(out::println);
        }
        BottomLine bottom = new BottomLine(out);
        return new Heartbeat(bottom::say, Optional.of(bottom::paint), Clock.systemUTC(), Progress.SILENCE);
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

    /** How far the task has come; called whenever a piece of it begins. */
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

    /** The last line of a terminal: what is said scrolls away above it. */
    private static final class BottomLine {
        private static final String CLEAR = "\r\u001b[K";

        private final PrintWriter out;
        private String painted = "";

        BottomLine(PrintWriter out) {
            this.out = out;
        }

        void say(String line) {
            write((painted.isEmpty() ? "" : CLEAR) + TerminalText.shown(line) + "\n" + painted);
        }

        void paint(String line) {
            if (!line.isEmpty() || !painted.isEmpty()) {
                painted = line;
                write(CLEAR + line);
            }
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
