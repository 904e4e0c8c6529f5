package org.hybridlab.engine;

/** Told of all events of a run, one at a time, in order, on a thread of its own; a slow one does not slow the run. */
public interface EventListener {
    void on(Event event);
}
