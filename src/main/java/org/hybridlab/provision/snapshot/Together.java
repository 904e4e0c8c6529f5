package org.hybridlab.provision.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;

/** Runs the same work for several machines or paths in parallel. */
final class Together {
    /** Each may start a program, on this host and in a machine. */
    private static final int MOST = 8;

    private Together() {
    }

    /** Waits for all. Throws one of several failures, with the others suppressed; an interruption comes first. */
    static <T> void each(Collection<T> all, Consumer<T> work) {
        if (all.isEmpty()) {
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(all.size(), MOST));
        try {
            List<Future<?>> under = new ArrayList<>();
            all.forEach(one -> under.add(threads.submit(() -> work.accept(one))));
            RuntimeException failure = null;
            for (Future<?> one : under) {
                try {
                    one.get();
                } catch (ExecutionException e) {
                    failure = worse(failure, e.getCause() instanceof RuntimeException known ? known
                            : new IllegalStateException(e.getCause()));
                }
            }
            if (failure != null) {
                throw failure;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted.");
        } finally {
            threads.shutdownNow();
        }
    }

    private static RuntimeException worse(RuntimeException one, RuntimeException other) {
        if (one == null) {
            return other;
        }
        boolean swap = other instanceof LabException lab && lab.isInterruption();
        (swap ? other : one).addSuppressed(swap ? one : other);
        return swap ? other : one;
    }
}
