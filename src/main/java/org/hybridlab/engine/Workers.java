package org.hybridlab.engine;

import java.time.Duration;
import java.util.Optional;

/**
 * Where tasks run beside each other. All that the engine sees of threads and of passing time, so that tests can run it
 * in a time of their own. Used by one thread, {@link #wake} excepted.
 */
interface Workers extends AutoCloseable {
    /** Time since some start; never jumps, whatever happens to the clock on the wall. */
    Duration elapsed();

    void start(Task task);

    /** Waits for the next task that is over; empty when {@link #elapsed} reaches {@code until}, or after a wake. */
    Optional<Task> await(Duration until) throws InterruptedException;

    /** Ends the current or the next {@link #await}. */
    void wake();

    /** Interrupts the thread of a task that did not end when it was asked to. */
    void interrupt(Task task);

    /** Gives up a task that does not end at all; another thread takes its place. */
    void abandon(Task task);

    @Override
    void close();
}
