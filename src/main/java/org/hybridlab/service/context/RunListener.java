package org.hybridlab.service.context;

import java.util.List;

import org.hybridlab.engine.EventListener;

/** Hears of the run of a plan's steps. Closed before anything else is said. */
@FunctionalInterface
public interface RunListener extends AutoCloseable {
    /** For the engine. */
    List<EventListener> listeners();

    /** The run is over. */
    @Override
    default void close() {
    }
}
