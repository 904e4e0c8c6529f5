package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.RunFinished;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepRetrying;
import org.hybridlab.terminal.RunPicture.RunningStep;

/** Finished steps scroll away, running ones are repainted below. One write per frame avoids mixed frames. */
final class LiveProgress implements Progress {
    private static final Duration FRAME = Duration.ofMillis(200);
    private static final String UP = "\u001b[%dA";
    private static final String CLEAR_TO_END = "\u001b[J";

    private final PrintWriter out;
    private final Supplier<Screen> screen;
    private final Clock clock;
    private final StepVerdict verdict;
    private final RunPicture picture = new RunPicture();
    private final List<String> staying = new ArrayList<>();
    private final OneThread thread;
    private int painted;
    private boolean over;

    LiveProgress(PrintWriter out, Supplier<Screen> screen, Clock clock) {
        this.out = out;
        this.screen = screen;
        this.clock = clock;
        this.verdict = new StepVerdict(screen.get().colors());
        this.thread = new OneThread("hybridlab-screen", FRAME, this::paint);
    }

    @Override
    public void on(Event event) {
        thread.hand(() -> show(event));
    }

    @Override
    public void say(String line) {
        thread.hand(() -> staying.add(line));
    }

    private void show(Event event) {
        picture.apply(event);
        if (event instanceof StepFinished step) {
            verdict.of(step, picture.title(step.step())).ifPresent(staying::add);
        } else if (event instanceof StepRetrying step) {
            staying.add(verdict.of(step, picture.title(step.step())));
        } else if (event instanceof RunFinished run) {
            staying.add(verdict.of(run, picture, run.at()));
            over = true;
        }
    }

    private void paint() {
        StringBuilder frame = new StringBuilder();
        if (painted > 0) {
            frame.append(UP.formatted(painted));
        }
        frame.append('\r').append(CLEAR_TO_END);
        staying.forEach(line -> frame.append(TerminalText.shown(line)).append('\n'));
        staying.clear();
        List<String> tree = over ? List.of() : LiveTree.lines(picture, clock.instant(), screen.get());
        tree.forEach(line -> frame.append(line).append('\n'));
        painted = tree.size();
        if (out instanceof TerminalWriter terminal) {
            terminal.paint(frame);
        } else {
            out.print(frame);
        }
        out.flush();
    }

    @Override
    public void close() {
        thread.hand(() -> {
            over = true;
            paint();
        });
        thread.close();
    }

    /** Lines of a frame: count, progress, running steps, and the newest line of the slowest. */
    static final class LiveTree {
        private LiveTree() {
        }

        static List<String> lines(RunPicture picture, Instant now, Screen screen) {
            if (picture.planned() == 0) {
                return List.of();
            }
            // Writing the last column or row makes some terminals scroll.
            int width = screen.columns() - 1;
            int room = Math.max(1, screen.rows() - 4);
            RunningStep slowest = picture.slowest().orElse(null);
            List<String> lines = new ArrayList<>();
            lines.add(Printable.cut("%s%d of %d steps, %s".formatted(
                    picture.estimate(now).map(estimate -> estimate.text() + "; ").orElse(""), picture.finished(),
                    picture.planned(), Printable.duration(picture.elapsed(now))), width));
            for (RunningStep step : picture.running().stream().limit(room).toList()) {
                lines.add(Printable.cut("%s%s  %s%s%s".formatted(screen.branch(), step.title(),
                        Printable.duration(step.elapsed(now)),
                        step.attempt() > 1 ? ", attempt " + step.attempt() : "",
                        picture.estimate(step, now).map(estimate -> "  " + estimate.text()).orElse("")), width));
                if (step == slowest && !step.newestLine().isEmpty()) {
                    lines.add(screen.colors().faint(Printable.cut(screen.stem() + step.newestLine(), width)));
                }
            }
            int hidden = picture.running().size() - room;
            if (hidden > 0) {
                lines.add(screen.branch() + hidden + " more");
            }
            return lines;
        }
    }
}
