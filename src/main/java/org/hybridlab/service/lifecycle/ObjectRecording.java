package org.hybridlab.service.lifecycle;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.reset.ObjectRecord;
import org.hybridlab.service.context.ServiceContext;

/**
 * Records the cluster's objects after a green run of the whole plan, if something changed or the record is outdated.
 * {@link #close} waits for it. A failure is only reported, as the lab is up without a record.
 */
public final class ObjectRecording implements AutoCloseable {
    private final ServiceContext context;
    private final Optional<Parallel> thread;
    private final Optional<CompletableFuture<Boolean>> recorded;

    private ObjectRecording(ServiceContext context, LabContext labContext, Predicate<ObjectRecord> isNeeded) {
        this.context = context;
        this.thread = labContext.lab().joinsExisting() ? Optional.empty()
                : Optional.of(new Parallel(1, context.cancellation()));
        ObjectRecord record = new ObjectRecord(labContext);
        this.recorded = thread.map(one -> one.begin(() -> {
            if (isNeeded.test(record)) {
                record.update(context.cancellation());
            }
            return true;
        }));
    }

    /** Works in the background. @param result of the run, which was green */
    public static ObjectRecording of(LabContext labContext, RunResult result, ServiceContext context) {
        boolean changed = result.steps().stream().anyMatch(step -> step.outcome() != Outcome.SKIPPED);
        return new ObjectRecording(context, labContext, record -> changed || !record.isCurrent());
    }

    /**
     * Waits for the end. Steps that only repaired or started something keep the record. A lab without one gets none:
     * only after {@code up} are objects known to be unchanged.
     */
    public static void catchUp(LabContext labContext, ServiceContext context) {
        new ObjectRecording(context, labContext, ObjectRecord::isOutdated).close();
    }

    @Override
    public void close() {
        try {
            recorded.ifPresent(Parallel::join);
        } catch (LabException e) {
            if (!e.isInterruption()) {
                context.listener().message("The cluster's objects are not recorded, which `reset --soft` needs: "
                        + e.what() + " " + e.advice());
            }
        } finally {
            thread.ifPresent(Parallel::close);
        }
    }
}
