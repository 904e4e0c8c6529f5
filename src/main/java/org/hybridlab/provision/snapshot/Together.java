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

/** Does the same with several machines at the same time. */
final class Together {
    private Together() {
    }

    /** Ends when all have ended; of several failures one is thrown. */
    static <T> void each(Collection<T> all, Consumer<T> work) {
        if (all.isEmpty()) {
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(all.size());
        try {
            List<Future<?>> under = new ArrayList<>();
            all.forEach(one -> under.add(threads.submit(() -> work.accept(one))));
            RuntimeException failure = null;
            for (Future<?> one : under) {
                try {
                    one.get();
                } catch (ExecutionException e) {
                    failure = e.getCause() instanceof RuntimeException known ? known
                            : new IllegalStateException(e.getCause());
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
}
