package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provision.context.LabContext;

/**
 * A snapshot of a lab after its first {@code up}, for {@code reset}. Taken only if machines need not stop for it. Takes
 * under three seconds for a few machines.
 *
 * @param within it is given up
 */
public record FreshSnapshot(LabContext labContext, Duration within) {
    public static final String NAME = "fresh";
    /** A busy host takes longer. */
    public static final Duration WITHIN = Duration.ofSeconds(10);
    private static final int MOST_MACHINES = 4;

    /** Reports whether it was taken, or why not. Throws {@code machines-frozen} (exit 1) if one may still be frozen. */
    public void take(String word, boolean well, Consumer<String> lines, Cancellation cancellation) {
        SnapshotPlanner planner = new SnapshotPlanner(labContext);
        SnapshotStore store = new SnapshotStore(labContext.workspace());
        if (planner.obstacle().isPresent() || planner.savesInProvider() || !store.all().isEmpty()
                || labContext.lab().etcdMembers().size() > 1
                || labContext.lab().madeMachines().size() > MOST_MACHINES) {
            return;
        }
        if (!well) {
            lines.accept(notSaved("not all checks passed.", word));
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
            if (e.id().equals("machines-frozen")) {
                throw e;
            }
            cancellation.throwIfRequested();
            lines.accept(notSaved(e.isInterruption() ? "it would take more than %d s.".formatted(within.toSeconds())
                    : e.what(), word));
        } finally {
            late.cancel(false);
        }
    }

    private static String notSaved(String why, String word) {
        return "The snapshot %1$s was not saved: %2$s To save it: hybridlab snapshot save %3$s %1$s"
                .formatted(NAME, why, word);
    }
}
