package org.hybridlab.artifact.bundle;

import java.time.Duration;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.TaskProgress;

/**
 * A run of downloads or builds.
 *
 * @param progress gets progress when a piece of work begins; nothing if there is no work
 */
public record Fetching(Consumer<String> lines, Consumer<TaskProgress> progress, Cancellation cancellation) {
    public Fetching(Consumer<String> lines, Cancellation cancellation) {
        this(lines, progress -> { }, cancellation);
    }

    void say(String line) {
        lines.accept(line);
    }

    public Fetching reporting(Consumer<TaskProgress> other) {
        return new Fetching(lines, other, cancellation);
    }

    public Fetching within(Duration before, Duration after) {
        return reporting(part -> progress.accept(part.within(before, after)));
    }
}
