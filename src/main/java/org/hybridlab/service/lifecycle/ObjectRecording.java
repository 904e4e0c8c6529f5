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
 * Records the cluster's objects after a green run of the whole plan, if it changed something or the record is not of
 * what was applied. {@link #close} waits for it. A lab is up without that record too, so that a failure is told and no
 * more.
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

    /**
     * Goes on beside what is judged of the lab.
     *
     * @param result of the run, which was green
     */
    public static ObjectRecording of(LabContext labContext, RunResult result, ServiceContext context) {
        boolean changed = result.steps().stream().anyMatch(step -> step.outcome() != Outcome.SKIPPED);
        return new ObjectRecording(context, labContext, record -> changed || !record.isCurrent());
    }

    /**
     * Returns once it is done. Steps that only repaired or started something leave the record as it is. A lab without
     * one gets none: only {@code up} knows that nobody has changed anything yet.
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
