package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provision.context.LabContext;

/**
 * The snapshot of a lab that has just come up for the first time, so that {@code reset} has where to go back to. Only
 * where machines need not stop for it, and within a few seconds: a lab is up without it, too.
 */
public record FreshSnapshot(LabContext labContext, Duration within) {
    /** Of the snapshot. */
    public static final String NAME = "fresh";
    /** What an {@code up} may take longer for it. */
    public static final Duration WITHIN = Duration.ofSeconds(3);

    /** Tells whether it was taken, and if not why; nothing where it is not possible or the lab has a snapshot. */
    public void take(String word, Consumer<String> lines, Cancellation cancellation) {
        SnapshotPlanner planner = new SnapshotPlanner(labContext);
        SnapshotStore store = new SnapshotStore(labContext.workspace());
        if (planner.obstacle().isPresent() || planner.savesInProvider() || !store.all().isEmpty()) {
            return;
        }
        Cancellation limited = new Cancellation();
        CompletableFuture<Void> late = new CompletableFuture<Void>().completeOnTimeout(null, within.toMillis(),
                TimeUnit.MILLISECONDS);
        late.thenRun(limited::request);
        try (Cancellation.Registration ignored = cancellation.onRequest(limited::request)) {
            cancellation.throwIfRequested();
            planner.saveNow(NAME, limited);
            lines.accept("Saved the snapshot %s. To set the lab back to it: hybridlab reset %s".formatted(NAME, word));
        } catch (LabException e) {
            store.clean();
            cancellation.throwIfRequested();
            lines.accept("The snapshot %s was not saved: %s To save one: hybridlab snapshot save %s".formatted(NAME,
                    e.isInterruption() ? "it would take more than %d s.".formatted(within.toSeconds()) : e.what(),
                    word));
        } finally {
            late.cancel(false);
        }
    }
}
