package org.hybridlab.service.lifecycle;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.hybridlab.common.process.Parallel;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.ResetInPlace.DiskLook;
import org.hybridlab.service.context.ServiceContext;

/**
 * Compares all disks with a snapshot beside the checks. A reset in place starts it while its last step waits for pods:
 * no file that it reads is restored later.
 */
public final class EarlyComparison implements AutoCloseable {
    private static final int SILENT_SECONDS = 2;

    private final ServiceContext context;
    private final ResetInPlace snapshot;
    private final Parallel thread;
    private CompletableFuture<DiskLook> look;

    EarlyComparison(ServiceContext context, ResetInPlace snapshot) {
        this.context = context;
        this.snapshot = snapshot;
        this.thread = new Parallel(1, context.cancellation());
    }

    /** Starts it once; does not wait. */
    public synchronized void begin() {
        if (look == null) {
            look = thread.begin(() -> snapshot.compareDisks(context.cancellation()));
        }
    }

    synchronized DiskLook result() {
        begin();
        awaitEnd();
        return Parallel.join(look);
    }

    /** Reports a comparison that takes long. */
    private void awaitEnd() {
        CompletableFuture<?> ended = look.handle((value, failure) -> value);
        try {
            ended.get(SILENT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            context.listener().message("Comparing the machines' disks with the snapshot, for the next reset");
            ended.join();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end: nothing else may change the machines meanwhile. */
    @Override
    public synchronized void close() {
        thread.close();
        if (look != null) {
            awaitEnd();
        }
    }
}
