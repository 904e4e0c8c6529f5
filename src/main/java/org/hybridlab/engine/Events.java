package org.hybridlab.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Brings events to the listeners on a thread of its own, so that no listener can block or break the run: one that
 * throws hears no more of this run, and when listeners fall far behind, lines are left out, never a transition.
 */
final class Events implements AutoCloseable {
    /** Of waiting events; from then on lines are left out. */
    static final int MANY = 20_000;

    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final List<EventListener> listeners;
    private final Duration flush;
    private final Thread messenger;
    private volatile boolean closed;

    /** @param flush how long {@link #close} waits for listeners that are behind */
    Events(List<EventListener> listeners, Duration flush) {
        this.flush = flush;
        this.listeners = new ArrayList<>(listeners);
        messenger = new Thread(this::deliver, "hybridlab-events");
        messenger.setDaemon(true);
        messenger.start();
    }

    void publish(Event event) {
        if (event instanceof Event.StepLine && queue.size() > MANY) {
            return;
        }
        queue.add(() -> tell(event));
    }

    private void deliver() {
        try {
            while (!closed) {
                queue.take().run();
            }
        } catch (InterruptedException e) {
            // Only close() interrupts, after it has waited long enough for a listener that does not return.
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Event event) {
        for (EventListener listener : List.copyOf(listeners)) {
            try {
                listener.on(event);
            } catch (RuntimeException e) {
                listeners.remove(listener);
            }
        }
    }

    /** Returns when all events have been delivered, or when the time for that is over. */
    @Override
    public void close() {
        queue.add(() -> closed = true);
        try {
            messenger.join(flush.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        messenger.interrupt();
    }
}
