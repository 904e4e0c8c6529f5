package org.hybridlab.terminal;

import java.time.Duration;
import java.time.Instant;

import org.hybridlab.common.process.TaskProgress;

/**
 * Progress of a task with several pieces. The current piece is assumed to run at the speed of the earlier ones; its
 * last quarter slows down, so that a late piece still moves. Never decreases. Single-threaded.
 */
final class TaskEstimate {
    /** Weight of usual times against measured ones, in seconds. */
    private static final double TRUST = 20;
    private static final double EVEN = 0.75;
    private static final double LATE = 1.3;
    private static final double LATE_SECONDS = 5;

    private final Instant startedAt;
    private final TaskProgress first;
    private TaskProgress newest;
    private Instant since;
    private double shown;

    TaskEstimate(TaskProgress first, Instant at) {
        startedAt = at;
        this.first = first;
        apply(first, at);
    }

    void apply(TaskProgress progress, Instant at) {
        newest = progress;
        since = at;
    }

    Estimate at(Instant now) {
        double current = seconds(newest.current());
        double total = Math.max(1e-3, seconds(newest.total()));
        double timeouts = timeouts();
        double usual = Math.max(1e-3, current * timeouts);
        double elapsed = Math.max(0, seconds(Duration.between(since, now)));
        double part = current == 0 ? 0 : even(elapsed / usual);
        shown = Math.max(shown, Math.min(1, (seconds(newest.done()) + current * part) / total));
        double rest = (total - seconds(newest.done()) - current) * timeouts;
        boolean late = elapsed > usual * LATE && elapsed > usual + LATE_SECONDS;
        return new Estimate(shown, Duration.ofMillis((long) (1000 * (usual * (1 - part) + Math.max(0, rest)))), late);
    }

    /** Ratio of real to usual times. */
    private double timeouts() {
        double done = Math.max(0, seconds(newest.done().minus(first.done())));
        return (seconds(Duration.between(startedAt, since)) + TRUST) / (done + TRUST);
    }

    private static double even(double part) {
        return part <= EVEN ? part : 1 - (1 - EVEN) * Math.exp(-(part - EVEN) / (1 - EVEN));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
