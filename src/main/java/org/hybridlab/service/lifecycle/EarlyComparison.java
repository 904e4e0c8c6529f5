package org.hybridlab.service.lifecycle;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.ResetInPlace.DiskLook;

/**
 * Compares all disks with a snapshot beside the checks. A reset in place starts it while its last step waits for pods:
 * no file that it reads is restored later.
 */
public final class EarlyComparison implements AutoCloseable {
    private final ResetInPlace snapshot;
    private final Cancellation cancellation;
    private final Parallel thread;
    private Optional<CompletableFuture<DiskLook>> look = Optional.empty();

    EarlyComparison(ResetInPlace snapshot, Cancellation cancellation) {
        this.snapshot = snapshot;
        this.cancellation = cancellation;
        this.thread = new Parallel(1, cancellation);
    }

    /** Starts it once; does not wait. */
    synchronized CompletableFuture<DiskLook> look() {
        if (look.isEmpty()) {
            look = Optional.of(thread.begin(() -> snapshot.compareDisks(cancellation)));
        }
        return look.get();
    }

    /** Waits for the end: nothing else may change the machines meanwhile. */
    @Override
    public synchronized void close() {
        thread.close();
        look.ifPresent(one -> one.handle((value, failure) -> value).join());
    }
}
