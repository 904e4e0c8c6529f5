package org.hybridlab.service.lifecycle;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;

/**
 * Saves a lab by its provider, while its machines stand still. Frozen machines go on in any case, unless the process is
 * killed. An incomplete snapshot is removed.
 */
public final class ProviderSave {
    private final ServiceContext context;
    private final LabContext labContext;
    private final LabLock lock;
    private final SnapshotPlanner planner;
    private final SnapshotStore store;

    public ProviderSave(ServiceContext context, LabContext labContext, LabLock lock) {
        this.context = context;
        this.labContext = labContext;
        this.lock = lock;
        this.planner = new SnapshotPlanner(labContext);
        this.store = new SnapshotStore(labContext.workspace());
    }

    /**
     * Reports what failed. Machines that were switched off for it stay off.
     *
     * @throws org.hybridlab.common.error.LabException {@code snapshot-exists}, {@code snapshot-needs-machines} or
     * {@code snapshot-of-other-machines} (exit 2), {@code snapshot-limit} (exit 1)
     */
    public RunResult save(String name) {
        store.mustBeFree(name, labContext.lab().name());
        planner.mustHaveMachines(context.cancellation());
        // Between runs, too, an interruption must not end the process while machines are frozen.
        try (CancellableScope ignored = context.listener().cancellable()) {
            // It may hold the room.
            removeUnfinished();
            planner.mustHaveRoom(context.cancellation());
            return frozen(name);
        }
    }

    private RunResult frozen(String name) {
        try {
            RunResult quiet = run(context, PowerPlanner.quiesce(labContext.created(), labContext.lab(),
                    planner.keepsMemory(), context.cancellation()));
            return quiet.green() ? saved(name) : quiet;
        } finally {
            ServiceContext always = context.with(new Cancellation());
            labContext.forgetStates();
            run(always, PowerPlanner.resume(labContext, always.cancellation()));
        }
    }

    private RunResult saved(String name) {
        // Recorded for later calls, in case this one is killed.
        store.begin(name, labContext.lab().name());
        RunResult result = run(context, planner.save(name));
        if (!result.green()) {
            removeUnfinished();
        }
        return result;
    }

    /** Removes what an interrupted save left with the provider and in the workspace; until then keeps its note. */
    public void removeUnfinished() {
        ServiceContext always = context.with(new Cancellation());
        for (String name : store.unfinished()) {
            context.listener().message("Removing what is left of the snapshot '%s', which is not whole".formatted(
                    name));
            if (!run(always, planner.deleteUnfinished(name)).green()) {
                return;
            }
        }
        store.clean();
    }

    private RunResult run(ServiceContext with, Plan plan) {
        RunResult result = new LabRun(with, labContext, lock).run(plan, Agreement.ALL);
        RunFailures.tell(result, with.listener());
        return result;
    }
}
