package org.hybridlab.artifact.bundle;

import java.time.Duration;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.TaskProgress;

/**
 * One run of getting files.
 *
 * @param lines told what is going on, a line at a time
 * @param progress told how far it has come, whenever a piece of it begins; nothing if there is nothing to get
 */
public record Fetching(Consumer<String> lines, Consumer<TaskProgress> progress, Cancellation cancellation) {
    /** For callers that do not show how far it has come. */
    public Fetching(Consumer<String> lines, Cancellation cancellation) {
        this(lines, progress -> { }, cancellation);
    }

    void say(String line) {
        lines.accept(line);
    }

    /** The same run, whose progress somebody else is told. */
    public Fetching reporting(Consumer<TaskProgress> other) {
        return new Fetching(lines, other, cancellation);
    }

    /** For a part of this run. */
    public Fetching within(Duration before, Duration after) {
        return reporting(part -> progress.accept(part.within(before, after)));
    }
}
