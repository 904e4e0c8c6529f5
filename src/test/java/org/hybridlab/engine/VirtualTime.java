package org.hybridlab.engine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Workers without threads, in a time that passes only while the engine waits: the same inputs give the same run, and a
 * run of hours takes no time. A task takes effect when its time is over. One that is asked to end does so a second
 * later, unless it is deaf, that is, will never be over.
 */
final class VirtualTime extends Clock implements Workers {
    /** The time of a task that never ends, whatever it is asked. */
    static final Duration DEAF = Duration.ofDays(10_000);

    private static final Instant BEGIN = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration REACTION = Duration.ofSeconds(1);

    private final Function<Task, Duration> durations;
    private final List<Pending> pending = new ArrayList<>();
    private Duration now;
    private boolean woken;

    /** @param durations called as a task starts */
    VirtualTime(Duration now, Function<Task, Duration> durations) {
        this.now = now;
        this.durations = durations;
    }

    @Override
    public Duration elapsed() {
        return now;
    }

    @Override
    public void start(Task task) {
        Duration duration = durations.apply(task);
        pending.add(new Pending(task, now.plus(duration), duration.equals(DEAF)));
    }

    @Override
    public Optional<Task> await(Duration until) {
        if (woken) {
            woken = false;
            return Optional.empty();
        }
        pending.replaceAll(this::react);
        Optional<Pending> next = pending.stream().min(Comparator.comparing(Pending::due))
                .filter(one -> one.due().compareTo(until) <= 0);
        next.ifPresent(pending::remove);
        now = later(now, next.map(Pending::due).orElse(until));
        next.ifPresent(one -> one.task().execute());
        return next.map(Pending::task);
    }

    private Pending react(Pending one) {
        Duration soon = now.plus(REACTION);
        boolean asked = one.task().cancellation().isRequested() && !one.deaf();
        return asked && soon.compareTo(one.due()) < 0 ? new Pending(one.task(), soon, false) : one;
    }

    private static Duration later(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    @Override
    public void wake() {
        woken = true;
    }

    @Override
    public void interrupt(Task task) {
        // A task reacts to its cancellation already.
    }

    @Override
    public void abandon(Task task) {
        // There is always room for one more.
    }

    @Override
    public void close() {
        pending.clear();
    }

    @Override
    public Instant instant() {
        return BEGIN.plus(now);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("all times are UTC");
    }

    private record Pending(Task task, Duration due, boolean deaf) {
    }
}
