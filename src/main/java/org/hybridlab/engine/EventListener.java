package org.hybridlab.engine;

/** Receives the events of a run in order, on its own thread. A slow listener does not slow the run. */
public interface EventListener {
    void on(Event event);
}
