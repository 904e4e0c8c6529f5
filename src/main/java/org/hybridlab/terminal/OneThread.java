package org.hybridlab.terminal;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The thread of a display's state. Runs calls and the tick one at a time. */
final class OneThread implements AutoCloseable {
    private static final Duration LAST_WORDS = Duration.ofSeconds(3);

    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Runnable tick;
    private final long every;
    private final Thread thread;
    private boolean over;

    OneThread(String name, Duration every, Runnable tick) {
        this.tick = tick;
        this.every = every.toNanos();
        this.thread = new Thread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    void hand(Runnable task) {
        inbox.add(task);
    }

    private void work() {
        long next = System.nanoTime() + every;
        try {
            while (!over) {
                Runnable task = inbox.poll(next - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (task != null) {
                    task.run();
                }
                if (System.nanoTime() >= next) {
                    tick.run();
                    next = System.nanoTime() + every;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        inbox.add(() -> over = true);
        try {
            thread.join(LAST_WORDS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
