package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

import org.hybridlab.engine.Event;
import org.hybridlab.engine.Event.RunFinished;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepRetrying;
import org.hybridlab.engine.Event.StepStarted;
import org.hybridlab.report.Colors;
import org.hybridlab.terminal.RunPicture.RunningStep;

/** Progress without a terminal: lines with times, and a sign of life after a silence. */
final class PlainProgress implements Progress {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final Duration OFTEN = Duration.ofSeconds(1);

    private final PrintWriter out;
    private final Clock clock;
    private final Duration silence;
    private final StepVerdict verdict;
    private final RunPicture picture = new RunPicture();
    private final OneThread thread;
    private final Milestones milestones = new Milestones();
    private Instant lastSaid;

    /** @param silence longest time without a line while something runs */
    PlainProgress(PrintWriter out, Clock clock, Colors colors, Duration silence) {
        this.out = out;
        this.verdict = new StepVerdict(colors);
        this.clock = clock;
        this.silence = silence;
        this.lastSaid = clock.instant();
        this.thread = new OneThread("hybridlab-progress", OFTEN.compareTo(silence) < 0 ? OFTEN : silence, this::tick);
    }

    @Override
    public void on(Event event) {
        thread.hand(() -> show(event));
    }

    @Override
    public void say(String line) {
        thread.hand(() -> print(line));
    }

    private void show(Event event) {
        picture.apply(event);
        if (event instanceof StepStarted step && step.attempt() == 1) {
            print("start    " + picture.title(step.step()));
        } else if (event instanceof StepFinished step) {
            verdict.of(step, picture.title(step.step())).ifPresent(this::print);
        } else if (event instanceof StepRetrying step) {
            print(verdict.of(step, picture.title(step.step())));
        } else if (event instanceof RunFinished run) {
            print(verdict.of(run, picture, run.at()));
        }
    }

    private void tick() {
        Instant now = clock.instant();
        if (Duration.between(lastSaid, now).compareTo(silence) >= 0) {
            picture.slowest().ifPresentOrElse(step -> running(step, now), () -> looks(now));
        } else if (!picture.running().isEmpty()) {
            picture.estimate(now).filter(estimate -> milestones.isNews(estimate, now))
                    .ifPresent(estimate -> print("progress " + estimate.text()));
        }
    }

    private void running(RunningStep step, Instant now) {
        String far = picture.estimate(step, now).map(estimate -> ", " + estimate.message())
                .or(() -> picture.estimate(now).map(estimate -> "; in all " + estimate.message())).orElse("");
        print("running  %s (%s%s)%s".formatted(step.title(), Printable.duration(step.elapsed(now)), far,
                step.newestLine().isEmpty() ? "" : ": " + said(step, now)));
    }

    /** Drops a step's old line, which is not what it waits for. */
    private String said(RunningStep step, Instant now) {
        Duration ago = Duration.between(step.saidAt(), now);
        return ago.compareTo(silence) < 0 ? Printable.cut(step.newestLine(), 160)
                : "no news for %s, after: %s".formatted(Printable.duration(ago), Printable.cut(step.newestLine(), 120));
    }

    /** The first look may be slow if something does not answer. */
    private void looks(Instant now) {
        if (picture.finished() < picture.planned()) {
            print("looking  at what is there (%s)".formatted(Printable.duration(picture.elapsed(now))));
        }
    }

    private void print(String line) {
        lastSaid = clock.instant();
        out.println(STAMP.format(LocalTime.ofInstant(lastSaid, clock.getZone())) + " " + line);
        out.flush();
    }

    @Override
    public void close() {
        thread.close();
    }
}
