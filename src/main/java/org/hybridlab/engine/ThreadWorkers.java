package org.hybridlab.engine;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A fixed pool of platform threads. Steps are few, and mostly wait for child processes. */
final class ThreadWorkers implements Workers {
    private final long start = System.nanoTime();
    private final BlockingQueue<Optional<Task>> over = new LinkedBlockingQueue<>();
    private final Map<Task, Thread> threads = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor pool;

    ThreadWorkers(int size) {
        pool = new ThreadPoolExecutor(size, size, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
                ThreadWorkers::thread);
    }

    /** Daemons, since a task that cannot be ended must not keep the process alive. */
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "hybridlab-step");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void start(Task task) {
        pool.execute(() -> {
            threads.put(task, Thread.currentThread());
            task.execute();
            threads.remove(task);
            over.add(Optional.of(task));
        });
    }

    @Override
    public Optional<Task> await(Duration until) throws InterruptedException {
        Optional<Task> next = over.poll(until.minus(elapsed()).toNanos(), TimeUnit.NANOSECONDS);
        return next == null ? Optional.empty() : next;
    }

    @Override
    public void wake() {
        over.add(Optional.empty());
    }

    /** Only while the task runs. The pool clears the flag before the thread's next task. */
    @Override
    public void interrupt(Task task) {
        threads.computeIfPresent(task, (key, thread) -> {
            thread.interrupt();
            return thread;
        });
    }

    @Override
    public void abandon(Task task) {
        pool.setMaximumPoolSize(pool.getMaximumPoolSize() + 1);
        pool.setCorePoolSize(pool.getCorePoolSize() + 1);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
