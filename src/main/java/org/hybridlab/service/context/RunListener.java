package org.hybridlab.service.context;

import java.util.List;

import org.hybridlab.engine.EventListener;

/** Hears of a plan's run. Closed before any further message. */
@FunctionalInterface
public interface RunListener extends AutoCloseable {
    List<EventListener> listeners();

    @Override
    default void close() {
    }
}
