package org.hybridlab.common.process;

import java.time.Duration;

/**
 * How far a long task has come. It is made of pieces, and measured in the time that they usually take.
 *
 * @param done of all pieces that are over
 * @param current of the piece that begins now
 * @param total of all pieces, at least {@code done} and {@code current} together
 */
public record TaskProgress(Duration done, Duration current, Duration total) {
    /** The same as a part of a larger task. */
    public TaskProgress within(Duration before, Duration after) {
        return new TaskProgress(before.plus(done), current, before.plus(total).plus(after));
    }
}
