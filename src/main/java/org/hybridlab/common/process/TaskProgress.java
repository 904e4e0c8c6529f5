package org.hybridlab.common.process;

import java.time.Duration;

/**
 * Progress of a long task, in usual durations of its pieces.
 *
 * @param current the piece that begins now
 * @param total of all pieces, at least {@code done} plus {@code current}
 */
public record TaskProgress(Duration done, Duration current, Duration total) {
    public TaskProgress within(Duration before, Duration after) {
        return new TaskProgress(before.plus(done), current, before.plus(total).plus(after));
    }
}
