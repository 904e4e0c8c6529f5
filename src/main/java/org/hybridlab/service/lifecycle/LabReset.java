package org.hybridlab.service.lifecycle;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.JournalReturn;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.Replacements;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;

/**
 * Sets the machines of a lab and its workspace back to a snapshot. What comes then is {@link LabReturn}'s: only with
 * that the lab is up. A reset that was cut off is gone through again by the next {@code up}.
 */
public final class LabReset {
    private static final int SILENT_SECONDS = 2;

    private final ServiceContext context;
    private final LabContext labContext;
    private final LabLock lock;

    public LabReset(ServiceContext context, LabContext labContext, LabLock lock) {
        this.context = context;
        this.labContext = labContext;
        this.lock = lock;
    }

    /** What the next {@code up} does first, a sentence; empty if no reset was begun that has not ended. */
    public static Optional<String> cutOff(Workspace workspace) {
        return new SnapshotStore(workspace).resetUnderWay()
                .map("A reset to the snapshot '%s' has not ended: `up` does it again before all else."::formatted);
    }

    /**
     * Of a lab whose machines are of different moments, nothing but {@code up} and a reset may make use.
     *
     * @param word what the user calls the lab
     * @param therefore what cannot be done, the end of a sentence
     * @throws LabException {@code reset-not-ended} (exit 1)
     */
    public static void mustBeOver(Workspace workspace, String word, String therefore) {
        if (new SnapshotStore(workspace).resetUnderWay().isPresent()) {
            throw LabException.labFailed("reset-not-ended", "A reset of the lab did not come to its end, so "
                    + therefore, "Run `hybridlab up %s` first: it ends the reset.".formatted(word));
        }
    }

    /**
     * The failed run of a reset that was cut off and cannot be ended; empty if there is none, or it is over now.
     *
     * @param word what the user calls the lab
     * @throws LabException {@code reset-not-ended} (exit 1) if its snapshot is gone
     */
    public Optional<RunResult> finishEarlier(String word) {
        SnapshotStore store = new SnapshotStore(labContext.workspace());
        Optional<String> name = store.resetUnderWay();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        context.listener().message("A reset to the snapshot '%s' was cut off; it is done again.".formatted(name.get()));
        Snapshot snapshot = store.all().stream().filter(one -> one.name().equals(name.get())).findFirst()
                .orElseThrow(() -> notEnded(name.get(), word, "the snapshot is gone"));
        try {
            return Optional.of(to(snapshot, Set.of())).filter(result -> !result.green());
        } catch (LabException e) {
            throw e.id().equals("snapshot-damaged") ? notEnded(name.get(), word, "not all of the snapshot is left")
                    .because(e.what()) : e;
        }
    }

    private static LabException notEnded(String snapshot, String word, String why) {
        return LabException.labFailed("reset-not-ended", "A reset to the snapshot '%s' was cut off, and %s."
                .formatted(snapshot, why), "Set the lab back to another one: hybridlab reset %1$s NAME; or make it "
                .formatted(word) + "again: hybridlab destroy %1$s, then hybridlab up %1$s".formatted(word));
    }

    /**
     * Sets back the cluster alone where the machines are as the snapshot has them, which takes seconds; says why where
     * they are not, or if it failed.
     *
     * @param checks whether they are judged afterwards, and disks compared beside them if the lab file is the same
     * @param early hears of the steps if so, as no other steps follow then
     * @param comparison begins if so, once the machines are set back
     * @return green, interrupted, or failed before it changed anything; empty if whole machines have to be set back
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
        RunResult result = checksFollow ? run(inPlace.plan(comparison::look), List.of(early))
                : run(inPlace.plan(() -> { }));
        if (result.green()) {
            ended(snapshot);
        } else if (result.exitCode() != ExitCode.INTERRUPTED && hasBegun(result, snapshot)) {
            context.listener().message("Whole machines are set back, as that failed.");
            return Optional.empty();
        }
        return Optional.of(result);
    }

    /**
     * Whether a reset that failed may have changed machines of the snapshot. If not, whole machines would not be set
     * back either.
     *
     * @param failed its run
     */
    public boolean hasBegun(RunResult failed, Snapshot snapshot) {
        return new SnapshotStore(labContext.workspace()).resetUnderWay().filter(snapshot.name()::equals).isPresent()
                // Else an earlier reset to it was cut off, and this one did not come as far.
                && failed.steps().stream().noneMatch(step -> step.step().equals(StepIds.RESET_NOTED)
                        && !step.outcome().good());
    }

    /** For {@link #inPlace} and {@link #noteInPlace}. */
    public EarlyComparison comparisonWith(Snapshot snapshot) {
        return new EarlyComparison(new ResetInPlace(labContext, snapshot), context.cancellation());
    }

    /**
     * Judges the checks of a lab whose machines were set back. Beside that it compares the disks of all machines with
     * the snapshot: only if they are the same, and the lab is well, may the next reset to it be {@link #inPlace}.
     *
     * @param isWell whether the lab is, by what the checks say
     */
    public <T> T noteBeside(Snapshot setBackTo, Supplier<T> checks, Predicate<T> isWell) {
        ResetInPlace snapshot = new ResetInPlace(labContext, setBackTo);
        try (EarlyComparison comparison = new EarlyComparison(snapshot, context.cancellation())) {
            Seen<T> seen = beside(snapshot, comparison, checks, isWell);
            if (seen.well() && seen.disks().difference().isPresent()) {
                snapshot.forget();
            } else if (seen.well()) {
                snapshot.note(seen.disks().clocks(), context.listener()::message, context.cancellation());
            }
            return seen.done();
        }
    }

    /**
     * Judges the checks of a lab of which machines may have started. If so, and the lab is well, the next reset to the
     * snapshot that it was last saved as or set back to may be {@link #inPlace}: that compares the disks first.
     */
    public <T> T noteStarted(Supplier<T> checks, Predicate<T> isWell) {
        Set<String> started = labContext.remembered().started();
        T done = checks.get();
        if (!started.isEmpty() && isWell.test(done)) {
            ResetInPlace.ofLastState(labContext).ifPresent(snapshot -> snapshot.noteStarted(started,
                    context.listener()::message, context.cancellation()));
        }
        return done;
    }

    /**
     * Like {@link #noteBeside} for machines that ran on, {@link #inPlace}.
     *
     * @param asDamaged what becomes of what the checks say if a disk is not as the snapshot has it, so that the machine
     *                  has kept what nobody saw: its clock may have gone back
     */
    public <T> T noteInPlace(Snapshot setBackTo, EarlyComparison comparison, UnaryOperator<T> asDamaged,
                             Supplier<T> checks, Predicate<T> isWell) {
        // With what the workspace knows since it was set back.
        ResetInPlace snapshot = new ResetInPlace(labContext, setBackTo);
        Seen<T> seen = beside(snapshot, comparison, checks, isWell);
        if (seen.disks().difference().isPresent()) {
            snapshot.forget();
            context.listener().message("It is not certain that all disks are as the snapshot has them (%s)."
                    .formatted(seen.disks().difference().get()));
            return asDamaged.apply(seen.done());
        }
        if (seen.well()) {
            snapshot.noteRunningOn(seen.disks().clocks(), context.listener()::message, context.cancellation());
        }
        return seen.done();
    }

    /** @param done what the checks say */
    private record Seen<T>(T done, boolean well, ResetInPlace.DiskLook disks) { }

    private <T> Seen<T> beside(ResetInPlace snapshot, EarlyComparison comparison, Supplier<T> checks,
                               Predicate<T> isWell) {
        CompletableFuture<ResetInPlace.DiskLook> look = comparison.look();
        T done;
        try {
            done = checks.get();
        } finally {
            awaitEnd(look);
        }
        boolean well = isWell.test(done);
        ResetInPlace.DiskLook disks = Parallel.join(look);
        if (well && disks.difference().isPresent()) {
            // A pod that was just starting may have been writing: flannel's copies its settings to where CNI reads.
            disks = snapshot.compareDisks(context.cancellation());
        }
        return new Seen<>(done, well, disks);
    }

    /** Well or not; says what takes so long, if it does. */
    private void awaitEnd(CompletableFuture<?> comparison) {
        CompletableFuture<?> ended = comparison.handle((value, failure) -> value);
        try {
            ended.get(SILENT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            context.listener().message("Comparing the machines' disks with the snapshot, for the next reset");
            ended.join();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void ended(Snapshot snapshot) {
        JournalReturn.to(new SnapshotPlanner(labContext).journal(snapshot), context.runFolder(labContext.workspace()),
                Clock.systemUTC());
        // A machine that was to be made again is as it was before that.
        Replacements replacements = new Replacements(labContext.workspace());
        snapshot.machineNames().forEach(replacements::end);
        new SnapshotStore(labContext.workspace()).resetDone();
    }

    /** @param again machines that are made again, however they are */
    public RunResult to(Snapshot snapshot, Set<String> again) {
        SnapshotPlanner planner = new SnapshotPlanner(labContext);
        Plan plan = planner.reset(snapshot, again, context.cancellation());
        planner.mustBeThere(snapshot, context.cancellation());
        // A machine that is made again comes from the box of the file as it is now.
        labContext.files().writeTo(labContext.workspace());
        if (snapshot.inProvider() && !planner.keepsMemory()) {
            // Machines that run must not meet others that were set back, which are off or frozen where memory is kept.
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

    private RunResult run(Plan plan) {
        return run(plan, List.of());
    }

    private RunResult run(Plan plan, List<EventListener> others) {
        RunResult result = new LabRun(context, labContext, lock, others).run(plan, Agreement.ALL);
        RunFailures.tell(result, context.listener());
        return result;
    }
}
