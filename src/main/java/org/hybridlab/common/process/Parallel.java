package org.hybridlab.common.process;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs several things at once, on daemon threads. */
public final class Parallel implements AutoCloseable {
    private final ExecutorService threads;
    private final Cancellation cancellation;

    /** @param width how many at once */
    public Parallel(int width, Cancellation cancellation) {
        this.cancellation = cancellation;
        threads = Executors.newFixedThreadPool(width, work -> {
            Thread thread = new Thread(work, "hybridlab-parallel");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins work for which nobody waits, such as loading classes that are needed soon. */
    public static void ahead(Runnable work) {
        Thread thread = new Thread(work, "hybridlab-ahead");
        thread.setDaemon(true);
        thread.start();
    }

    /** Binds its thread to the cancellation. */
    public <T> CompletableFuture<T> begin(Supplier<T> work) {
        return CompletableFuture.supplyAsync(() -> cancellation.during(work), threads);
    }

    /** Results in order, or the first failure once all have ended. */
    public <T, R> List<R> map(Collection<T> items, Function<T, R> work) {
        List<CompletableFuture<R>> answers = items.stream().map(item -> begin(() -> work.apply(item))).toList();
        answers.forEach(answer -> answer.handle((value, failure) -> value).join());
        return answers.stream().map(Parallel::join).toList();
    }

    public static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            throw e;
        }
    }

    /** Running work continues. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
