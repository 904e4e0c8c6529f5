package org.hybridlab.provider.api;

import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;

/** Stops and resumes machines of a lab. All methods are idempotent. Vagrant creates machines. */
public interface MachinePower {
    /** Shuts it down, and loses its memory. Resumes it first if it is frozen. */
    void halt(String machine, Consumer<String> lines, Cancellation cancellation);

    /** For a machine that still runs after {@link #halt}; by other means, if the provider has any. */
    default void haltAgain(String machine, Consumer<String> lines, Cancellation cancellation) {
        halt(machine, lines, cancellation);
    }

    /** Freezes it with its memory, on disk, or in the host's memory if the provider has no disk. */
    void suspend(String machine, Consumer<String> lines, Cancellation cancellation);

    void resume(String machine, Consumer<String> lines, Cancellation cancellation);

    /** @return false if Vagrant must boot it */
    default boolean start(String machine, Consumer<String> lines, Cancellation cancellation) {
        return false;
    }
}
