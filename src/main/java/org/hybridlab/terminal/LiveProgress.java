package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.RunFinished;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepRetrying;

/**
 * Progress on a terminal: what has ended scrolls away above, what runs stays below and is painted again and again. One
 * frame is one write, so that frames never mix with each other.
 */
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
}
