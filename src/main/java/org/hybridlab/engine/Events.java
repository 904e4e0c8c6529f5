package org.hybridlab.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Delivers events on its own thread, so that no listener can block or break the run. A listener that throws is dropped.
 * If listeners fall far behind, lines are dropped, but never transitions.
 */
final class Events implements AutoCloseable {
    /** Number of waiting events at which lines are dropped. */
    static final int MANY = 20_000;

    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final List<EventListener> listeners;
    private final Duration flush;
    private final Thread messenger;
    private volatile boolean closed;

    /** @param flush how long {@link #close} waits for slow listeners */
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
            // Only close() interrupts, after its wait for a listener.
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

    /** Waits until all events are delivered, within its time limit. */
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
