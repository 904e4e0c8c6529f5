package org.hybridlab.service.lifecycle;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.ResetInPlace.DiskLook;

/**
 * A comparison of all disks with a snapshot, beside the checks. For a reset in place it begins earlier, while the last
 * step waits for pods and the host has least to do: none of the files that it looks at is set back later.
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

    /** Begins it if it has not begun; does not wait for it. */
    synchronized CompletableFuture<DiskLook> look() {
        if (look.isEmpty()) {
            look = Optional.of(thread.begin(() -> snapshot.compareDisks(cancellation)));
        }
        return look.get();
    }

    /** Waits for its end: nothing else may happen to the machines meanwhile. */
    @Override
    public synchronized void close() {
        thread.close();
        look.ifPresent(one -> one.handle((value, failure) -> value).join());
    }
}
