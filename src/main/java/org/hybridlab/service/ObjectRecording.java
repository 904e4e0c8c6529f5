package org.hybridlab.service;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.reset.ObjectRecord;
import org.hybridlab.service.context.ServiceContext;

/**
 * Records the cluster's objects after a run of {@code up} that changed something, while the checks are judged.
 * {@link #close} waits for it. A lab is up without that record too, so that a failure is told and no more.
 */
public final class ObjectRecording implements AutoCloseable {
    private final ServiceContext context;
    private final Optional<Parallel> thread;
    private final Optional<CompletableFuture<Boolean>> recorded;

    private ObjectRecording(ServiceContext context, Optional<Parallel> thread,
                            Optional<CompletableFuture<Boolean>> recorded) {
        this.context = context;
        this.thread = thread;
        this.recorded = recorded;
    }

    /** @param result of the run, which was green */
    public static ObjectRecording of(LabContext labContext, RunResult result, ServiceContext context) {
        ObjectRecord record = new ObjectRecord(labContext);
        boolean changed = result.steps().stream().anyMatch(step -> step.outcome() != Outcome.SKIPPED);
        if (labContext.lab().joinsExisting() || !changed && record.exists()) {
            return new ObjectRecording(context, Optional.empty(), Optional.empty());
        }
        Parallel thread = new Parallel(1, context.cancellation());
        return new ObjectRecording(context, Optional.of(thread), Optional.of(thread.begin(() -> {
            record.update(context.cancellation());
            return true;
        })));
    }

    @Override
    public void close() {
        try {
            recorded.ifPresent(Parallel::join);
        } catch (LabException e) {
            if (!e.isInterruption()) {
                context.listener().message("The cluster's objects are not recorded, which `reset --soft` needs: "
                        + e.what());
            }
        } finally {
            thread.ifPresent(Parallel::close);
        }
    }
}
