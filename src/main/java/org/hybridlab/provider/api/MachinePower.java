package org.hybridlab.provider.api;

import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;

/**
 * Stops machines of one lab, and lets them go on. What is asked for twice is well the second time. Making one is
 * Vagrant's.
 */
public interface MachinePower {
    /** Switches it off in good order; what it has in memory is lost. Goes on first if it is frozen. */
    void halt(String machine, Consumer<String> lines, Cancellation cancellation);

    /** The same of one that runs all the same, by other means where the provider has some. */
    default void haltAgain(String machine, Consumer<String> lines, Cancellation cancellation) {
        halt(machine, lines, cancellation);
    }

    /** Freezes it with all that it has in memory: on disk, or in the host's memory where the provider has no disk. */
    void suspend(String machine, Consumer<String> lines, Cancellation cancellation);

    /** Lets it go on from where it was. */
    void resume(String machine, Consumer<String> lines, Cancellation cancellation);

    /**
     * Boots a machine that is off.
     *
     * @return false if that is left to Vagrant
     */
    default boolean start(String machine, Consumer<String> lines, Cancellation cancellation) {
        return false;
    }
}
