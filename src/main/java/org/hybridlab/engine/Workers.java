package org.hybridlab.engine;

import java.time.Duration;
import java.util.Optional;

/** Runs tasks in parallel. Tests use their own time. Single-threaded, except for {@link #wake}. */
interface Workers extends AutoCloseable {
    /** Monotonic time. */
    Duration elapsed();

    void start(Task task);

    /** Waits for the next finished task. Empty at {@code until}, or after a wake. */
    Optional<Task> await(Duration until) throws InterruptedException;

    /** Ends the current or the next {@link #await}. */
    void wake();

    /** Interrupts the thread of a task that ignored its cancellation. */
    void interrupt(Task task);

    /** Gives up a task, and replaces its thread. */
    void abandon(Task task);

    @Override
    void close();
}
