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
 * One per run of hybridlab: Ctrl-C requests it once for an orderly end, a second time for "now". Waits and children
 * look at it, because interrupting a thread does not stop an Awaitility wait.
 */
public final class Cancellation {
    /** For clients that many tasks share, each with a cancellation of its own. */
    private static final ThreadLocal<Cancellation> OF_THREAD = ThreadLocal.withInitial(Cancellation::new);

    private final AtomicBoolean requested = new AtomicBoolean();
    private final AtomicBoolean now = new AtomicBoolean();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * One of its own for what must be done also after Ctrl-C, such as taking a secret away. Nobody requests it but the
     * clock.
     *
     * @param within after this it is requested
     */
    public static Cancellation ofCleanup(Duration within) {
        Cancellation own = new Cancellation();
        CompletableFuture.delayedExecutor(within.toMillis(), TimeUnit.MILLISECONDS).execute(own::request);
        return own;
    }

    /** First call: orderly; any later call: now. Listeners are told both times. */
    public void request() {
        if (!requested.compareAndSet(false, true)) {
            now.set(true);
        }
        listeners.forEach(Runnable::run);
    }

    public boolean isRequested() {
        return requested.get();
    }

    /** True once the user asked a second time: children are killed, not asked. */
    public boolean isNow() {
        return now.get();
    }

    /** Calls the listener at each request; close what is returned to stop listening. */
    public Registration onRequest(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** The one that {@link #during} bound this thread to; one that nobody requests where there is none. */
    public static Cancellation ofThisThread() {
        return OF_THREAD.get();
    }

    /** Does the work with this thread bound to this cancellation. */
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
     * Does the work with a cancellation of its own, which is requested with this one, or when the time is over.
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

    /** Children are killed, not asked: who only looks has nothing to clean up. */
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
     * Waits, and no longer once it is requested.
     *
     * @throws LabException {@code interrupted}, if it was requested before or meanwhile, or somebody interrupts the
     *     thread
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

    /** Ends a listener. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
