package org.hybridlab.common.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

import org.hybridlab.common.error.LabException;

/**
 * One per run. Ctrl-C requests an orderly end, and a second one an end "now". Waits and children observe it, since an
 * interrupt does not stop an Awaitility wait.
 */
public final class Cancellation {
    /** For clients that tasks with different cancellations share. */
    private static final ThreadLocal<Cancellation> OF_THREAD = ThreadLocal.withInitial(Cancellation::new);

    private final AtomicBoolean requested = new AtomicBoolean();
    private final AtomicBoolean now = new AtomicBoolean();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** For work that must be done after Ctrl-C, such as removing a secret. */
    public static Cancellation ofCleanup(Duration within) {
        Cancellation own = new Cancellation();
        CompletableFuture.delayedExecutor(within.toMillis(), TimeUnit.MILLISECONDS).execute(own::request);
        return own;
    }

    /** First call: orderly; later calls: now. Notifies listeners each time. */
    public void request() {
        if (!requested.compareAndSet(false, true)) {
            now.set(true);
        }
        listeners.forEach(Runnable::run);
    }

    public boolean isRequested() {
        return requested.get();
    }

    /** After the second request, children are killed, not asked. */
    public boolean isNow() {
        return now.get();
    }

    /** Calls the listener at each request until the result is closed. */
    public Registration onRequest(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** That of {@link #during}; otherwise one that is never requested. */
    public static Cancellation ofThisThread() {
        return OF_THREAD.get();
    }

    /** Binds this thread to the cancellation during the work. */
    public <T> T during(Supplier<T> work) {
        Cancellation before = OF_THREAD.get();
        OF_THREAD.set(this);
        try {
            return work.get();
        } finally {
            OF_THREAD.set(before);
        }
    }

    /**
     * Gives the work its own cancellation, requested with this one or at the time limit.
     *
     * @return empty if the work took longer
     */
    public <T> Optional<T> within(Duration limit, Function<Cancellation, T> work) {
        Cancellation own = new Cancellation();
        AtomicBoolean late = new AtomicBoolean();
        CompletableFuture<Void> clock = new CompletableFuture<Void>().completeOnTimeout(null, limit.toMillis(),
                TimeUnit.MILLISECONDS);
        clock.thenRunAsync(() -> {
            late.set(true);
            own.requestNow();
        });
        try (Registration ignored = onRequest(own::request)) {
            throwIfRequested();
            return Optional.of(own.during(() -> work.apply(own)));
        } catch (LabException e) {
            if (e.isInterruption() && late.get() && !isRequested()) {
                return Optional.empty();
            }
            throw e;
        } finally {
            clock.cancel(false);
        }
    }

    /** Kills children at once. A look has nothing to clean up. */
    private void requestNow() {
        now.set(true);
        request();
    }

    public void throwIfRequested() {
        if (isRequested()) {
            throw LabException.interrupted("Interrupted.");
        }
    }

    /**
     * Waits until the time is over or it is requested.
     *
     * @throws LabException {@code interrupted}, on a request or an interrupt of the thread
     */
    public void pause(Duration time) {
        CompletableFuture<Void> over = new CompletableFuture<Void>().completeOnTimeout(null, time.toMillis(),
                TimeUnit.MILLISECONDS);
        try (Registration ignored = onRequest(() -> over.complete(null))) {
            throwIfRequested();
            over.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        throwIfRequested();
    }

    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
