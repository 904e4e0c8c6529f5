package org.hybridlab.service.lifecycle;

import java.time.Clock;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.JournalReturn;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.ResetInPlace.DiskLook;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;

/**
 * Restores machines and workspace of a lab to a snapshot. The lab is up only after {@code LabRestart}. The next {@code
 * up} repeats a reset that was cut off.
 */
public final class LabReset {
    private final ServiceContext context;
    private final LabContext labContext;
    private final LabLock lock;

    public LabReset(ServiceContext context, LabContext labContext, LabLock lock) {
        this.context = context;
        this.labContext = labContext;
        this.lock = lock;
    }

    /**
     * Only {@code up} and a reset may use a lab whose machines are of different moments.
     *
     * @param therefore what cannot be done, the end of a sentence
     * @throws LabException {@code reset-not-ended} (exit 1)
     */
    public static void mustBeOver(Workspace workspace, String word, String therefore) {
        if (new WorkspaceState(workspace).resetTo().isPresent()) {
            throw LabException.labFailed("reset-not-ended", "A reset of the lab did not come to its end, so "
                    + therefore, "Run `hybridlab up %s` first: it ends the reset.".formatted(word));
        }
    }

    /**
     * Ends a reset that was cut off.
     *
     * @return its failed run; empty if there was none, or it has ended
     * @throws LabException {@code reset-not-ended} (exit 1) if its snapshot is gone
     */
    public Optional<RunResult> finishEarlier() {
        SnapshotStore store = new SnapshotStore(labContext.workspace());
        Optional<String> name = new WorkspaceState(labContext.workspace()).resetTo();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        context.listener().message("A reset to the snapshot '%s' was cut off; it is done again.".formatted(name.get()));
        Snapshot snapshot = store.all().stream().filter(one -> one.name().equals(name.get())).findFirst()
                .orElseThrow(() -> notEnded(name.get(), "the snapshot is gone"));
        try {
            return Optional.of(to(snapshot, Set.of())).filter(result -> !result.green());
        } catch (LabException e) {
            throw e.id().equals("snapshot-damaged") ? notEnded(name.get(), "not all of the snapshot is left")
                    .because(e.what()) : e;
        }
    }

    private LabException notEnded(String snapshot, String why) {
        return LabException.labFailed("reset-not-ended", "A reset to the snapshot '%s' was cut off, and %s."
                .formatted(snapshot, why), ("Set the lab back to another one: hybridlab reset %1$s NAME; or make it "
                + "again: hybridlab destroy %1$s, then hybridlab up %1$s").formatted(labContext.word()));
    }

    /**
     * Restores the cluster alone, within seconds, if the machines are as in the snapshot. Otherwise, or if it fails,
     * says why.
     *
     * @param checks whether to judge them afterwards, and compare disks meanwhile if the file is the same
     * @param early gets events of the steps in that case, as no others follow
     * @param comparison starts in that case, once the machines are restored
     * @return green, interrupted, or failed before any change; empty if whole machines must be restored
     */
    public Optional<RunResult> inPlace(Snapshot snapshot, boolean checks, EventListener early,
                                       EarlyComparison comparison) {
        new SnapshotPlanner(labContext).mustFit(snapshot);
        ResetInPlace inPlace = new ResetInPlace(labContext, snapshot);
        boolean checksFollow = checks && inPlace.isOfSameFile();
        Optional<String> obstacle = inPlace.obstacle(checksFollow, context.cancellation());
        if (obstacle.isPresent()) {
            context.listener().message("Whole machines are set back: %s.".formatted(obstacle.get()));
            return Optional.empty();
        }
        labContext.files().writeTo(labContext.workspace());
        RunResult result = checksFollow ? run(inPlace.plan(comparison::begin), early)
                : run(inPlace.plan(() -> { }));
        if (result.green()) {
            ended(snapshot);
        } else if (result.exitCode() != ExitCode.INTERRUPTED && hasBegun(result, snapshot)) {
            context.listener().message("Whole machines are set back, as that failed.");
            return Optional.empty();
        }
        return Optional.of(result);
    }

    /** Whether a failed reset may have changed machines. If not, restoring whole machines would fail too. */
    public boolean hasBegun(RunResult failed, Snapshot snapshot) {
        return new WorkspaceState(labContext.workspace()).resetTo().filter(snapshot.name()::equals).isPresent()
                // Otherwise an earlier reset was cut off, and this one did not come as far.
                && failed.steps().stream().noneMatch(step -> step.step().equals(StepIds.RESET_NOTED)
                        && !step.outcome().good());
    }

    /** It has not begun. */
    public EarlyComparison comparisonWith(Snapshot snapshot) {
        return new EarlyComparison(context, new ResetInPlace(labContext, snapshot));
    }

    /**
     * After the checks of a lab whose machines were restored. The next reset may be {@link #inPlace} only if all disks
     * equal the snapshot's, and the lab is well.
     */
    public void recordRestored(Snapshot restored, EarlyComparison comparison, boolean well) {
        ResetInPlace snapshot = new ResetInPlace(labContext, restored);
        DiskLook disks = compared(snapshot, comparison, well);
        if (well && disks.difference().isPresent()) {
            snapshot.forget();
        } else if (well) {
            snapshot.note(disks.clocks(), context.listener()::message, context.cancellation());
        }
    }

    /** After the checks of a well lab. If machines started, the next reset in place compares disks first. */
    public static void recordStarted(ServiceContext context, LabContext labContext) {
        Set<String> started = labContext.remembered().started();
        if (!started.isEmpty()) {
            ResetInPlace.ofLastState(labContext).ifPresent(snapshot -> snapshot.noteStarted(started,
                    context.listener()::message, context.cancellation()));
        }
    }

    /**
     * Like {@link #recordRestored} for machines that ran on, {@link #inPlace}.
     *
     * @return whether all disks equal the snapshot's. Otherwise a machine kept a change that nothing noticed: its clock
     * may have gone back
     */
    public boolean recordRunningOn(Snapshot restored, EarlyComparison comparison, boolean well) {
        // A new context: the workspace was restored.
        ResetInPlace snapshot = new ResetInPlace(labContext, restored);
        DiskLook disks = compared(snapshot, comparison, well);
        if (disks.difference().isPresent()) {
            snapshot.forget();
            context.listener().message("It is not certain that all disks are as the snapshot has them (%s)."
                    .formatted(disks.difference().get()));
            return false;
        }
        if (well) {
            snapshot.noteRunningOn(disks.clocks(), context.listener()::message, context.cancellation());
        }
        return true;
    }

    private DiskLook compared(ResetInPlace snapshot, EarlyComparison comparison, boolean well) {
        DiskLook disks = comparison.result();
        // Tried again: a starting pod may write files, as flannel copies its CNI settings.
        return well && disks.difference().isPresent() ? snapshot.compareDisks(context.cancellation()) : disks;
    }

    private void ended(Snapshot snapshot) {
        JournalReturn.to(new SnapshotPlanner(labContext).journal(snapshot), context.runFolder(labContext.workspace()),
                Clock.systemUTC());
        new WorkspaceState(labContext.workspace()).endReset(snapshot.machineNames());
    }

    /** @param again machines to recreate in any case */
    public RunResult to(Snapshot snapshot, Set<String> again) {
        SnapshotPlanner planner = new SnapshotPlanner(labContext);
        Plan plan = planner.reset(snapshot, again, context.cancellation());
        planner.mustBeThere(snapshot, context.cancellation());
        // Machines are recreated from the box that the file names now.
        labContext.files().writeTo(labContext.workspace());
        if (snapshot.inProvider() && !planner.keepsMemory()) {
            // Running machines must not meet restored ones, which are off, or frozen where memory is kept.
            RunResult off = run(PowerPlanner.haltAll(labContext.created(), labContext.lab(), context.cancellation()));
            if (!off.green()) {
                return off;
            }
        }
        RunResult result = run(plan);
        if (result.green() && planner.keepsMemory()) {
            result = run(PowerPlanner.resume(labContext, context.cancellation()));
        }
        if (result.green()) {
            ended(snapshot);
        }
        return result;
    }

    private RunResult run(Plan plan, EventListener... others) {
        RunResult result = new LabRun(context, labContext, lock, others).run(plan, Agreement.ALL);
        RunFailures.tell(result, context.listener());
        return result;
    }
}
