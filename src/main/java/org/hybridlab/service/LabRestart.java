package org.hybridlab.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.check.core.CheckResults;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.app.FailedApps;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.state.MachineStates;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.service.check.CheckPhase;
import org.hybridlab.service.check.Diagnostics;
import org.hybridlab.service.check.EarlyProbes;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.EarlyComparison;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.LabRun;
import org.hybridlab.service.lifecycle.ObjectRecording;

/**
 * Brings up a lab that was stopped, frozen or restored, unless nothing of it was lost, and judges its checks.
 *
 * @param restored the snapshot; empty if it was stopped or frozen
 */
record LabRestart(ServiceContext context, Optional<Snapshot> restored) {
    private static final int API_STARTS_SECONDS = 15;

    /**
     * @param damaged whether the lab is broken. Checks of the lab's author do not count, as an exercise may fail until
     * it is done. Nor do apps that have failed for good
     * @param well whether the lab is certainly well
     */
    record End(ServiceResult<UpSummary> result, boolean damaged, boolean well) {
        static End failed(RunResult run) {
            return new End(ServiceResult.failed(run), run.exitCode() == ExitCode.LAB_FAILED
                    && !FailedApps.areAll(RunFailures.of(run)), false);
        }

        /** A reset that failed before it changed a machine. Restoring more would fail the same way. */
        static End failedBefore(RunResult run) {
            return new End(ServiceResult.failed(run), false, false);
        }

        private End asDamaged() {
            return new End(result.exitingWith(ExitCode.LAB_FAILED), true, false);
        }
    }

    End of(LabContext labContext, LabLock lock, boolean checks) {
        List<LabChange> changes = LabChanges.of(labContext).orElse(List.of());
        if (!changes.isEmpty()) {
            context.listener().message("The lab file has changed since, and is applied as it is now:");
            changes.forEach(change -> context.listener().message("  " + change.line()));
        }
        new LabService(context).noteAddresses(labContext.open());
        try (EarlyProbes early = EarlyProbes.ofUp(context, labContext, checks)) {
            RunResult result = run(labContext, lock, early);
            if (!result.green()) {
                return End.failed(result);
            }
            return checks ? judged(labContext, lock, early, changes) : new End(ServiceResult.of(UpSummary.of(
                    labContext.open(), changes, Optional.empty(), Optional.empty())), false, false);
        }
    }

    /** For machines that never stopped: only judges checks, unless the file has changed. Fails if a disk differs. */
    End inPlace(LabContext labContext, LabLock lock, boolean checks, EarlyProbes early,
                       EarlyComparison comparison) {
        if (!checks || !LabRecord.isUnchanged(labContext.workspace().folder(), labContext)) {
            return of(labContext, lock, checks);
        }
        comparison.begin();
        End end = judged(new CheckPhase(context, labContext, early), labContext, List.of());
        boolean equal = new LabReset(context, labContext, lock).recordRunningOn(restored.orElseThrow(), comparison,
                end.well());
        return equal ? end : end.asDamaged();
    }

    /** For machines with restored memory: runs the steps of {@code up}, which are slow, only if checks fail. */
    End withMemory(LabContext labContext, LabLock lock, boolean checks) {
        // The snapshot lacks images that were loaded later.
        if (checks && isAsSaved(context, labContext) && labContext.loadedImages().all().isEmpty()) {
            new LabService(context).noteAddresses(labContext.open());
            End end = judged(new CheckPhase(context, labContext), labContext, List.of());
            if (end.well()) {
                return end;
            }
            context.listener().message("That was not enough: the lab is brought up again.");
        }
        return of(labContext, lock, checks);
    }

    private End judged(LabContext labContext, LabLock lock, EarlyProbes early, List<LabChange> changes) {
        CheckPhase phase = new CheckPhase(context, labContext, early);
        if (restored.isEmpty()) {
            End end = judged(phase, labContext, changes);
            if (end.well()) {
                LabReset.recordStarted(context, labContext);
            }
            return end;
        }
        LabReset reset = new LabReset(context, labContext, lock);
        try (EarlyComparison comparison = reset.comparisonWith(restored.get())) {
            comparison.begin();
            End end = judged(phase, labContext, changes);
            reset.recordRestored(restored.get(), comparison, end.well());
            return end;
        }
    }

    private End judged(CheckPhase phase, LabContext labContext, List<LabChange> changes) {
        try (CancellableScope ignored = context.listener().cancellable()) {
            Report report = phase.run();
            CheckResults own = report.checks().withoutLabFile();
            return new End(ServiceResult.of(UpSummary.of(labContext.open(), changes, Optional.empty(),
                    Optional.of(JsonReport.of(report)))).exitingWith(phase.exitCode(report)),
                    ofMachines(labContext, own).exitCode() == ExitCode.LAB_FAILED, own.passedWhereMachinesRun());
        }
    }

    /** Reports apps that have failed for good, and leaves them out. */
    private CheckResults ofMachines(LabContext labContext, CheckResults own) {
        if (restored.isEmpty() || own.exitCode() != ExitCode.LAB_FAILED) {
            return own;
        }
        Map<String, LabException> failed = FailedApps.of(labContext);
        failed.values().forEach(failure -> {
            context.listener().message(failure.what() + " No machine is made again for that.");
            context.listener().message(failure.advice());
        });
        return own.withoutApps(failed.keySet());
    }

    /** Asks before it destroys anything that a restored lab has in the way. Reports failures. */
    private RunResult run(LabContext labContext, LabLock lock, EarlyProbes early) {
        labContext.files().writeTo(labContext.workspace());
        awaitApi(context, labContext);
        Plan plan = UpPlanner.plan(labContext);
        LabRun run = new LabRun(context, labContext, lock, early);
        RunResult result = restored.isPresent() ? agreed(run, plan, labContext) : run.run(plan, Agreement.NONE);
        endLeftLeases(labContext, result);
        if (result.green()) {
            LabRecord.complete(labContext);
            ObjectRecording.catchUp(labContext, context);
        } else {
            // No checks follow.
            early.close();
            Diagnostics.explain(context, labContext, result);
        }
        return result;
    }

    private RunResult agreed(LabRun run, Plan plan, LabContext labContext) {
        try {
            return run.agreed(plan);
        } catch (LabException e) {
            if (e.id().equals("not-confirmed")) {
                throw notApplied(labContext, context.cancellation());
            }
            throw e;
        }
    }

    /** Machines that the snapshot lacks were switched off, and others may not have been started. */
    static LabException notApplied(LabContext labContext, Cancellation cancellation) {
        labContext.forgetStates();
        String off = labContext.created().states(cancellation).byName().entrySet().stream()
                .filter(one -> one.getValue().kind() == MachineState.Kind.STOPPED).map(Map.Entry::getKey).sorted()
                .collect(Collectors.joining(", "));
        return LabException.invalid("not-confirmed", "The machines are set back. The lab file is not applied to them, "
                + "as that would destroy what is said above." + (off.isEmpty() ? "" : " Switched off: %s.".formatted(
                        off)), "Run `hybridlab up %s`: it asks again.".formatted(labContext.word()));
    }

    /** Waits for a starting API server, which probes would take for silent. The steps repair one that stays silent. */
    static boolean awaitApi(ServiceContext context, LabContext labContext) {
        boolean ready = false;
        if (labContext.hasCluster() && !labContext.lab().joinsExisting()
                && labContext.states(context.cancellation()).isRunning(labContext.lab().firstControlPlane())) {
            context.listener().message("Waiting for the API server of " + labContext.lab().name());
            ready = labContext.cluster().isReady(labContext.timeouts().usual(API_STARTS_SECONDS),
                    context.cancellation());
            labContext.forgetStates();
        }
        return ready;
    }

    /** Whether checks alone may judge: all machines got memory and disks back, and the file is unchanged. */
    static boolean isAsSaved(ServiceContext context, LabContext labContext) {
        MachineStates states = labContext.states(context.cancellation());
        return LabRecord.isUnchanged(labContext.workspace().folder(), labContext)
                && labContext.created().machines(context.cancellation()).equals(labContext.lab().madeMachines().stream()
                        .map(Machine::name).collect(Collectors.toSet()))
                && labContext.lab().madeMachines().stream().allMatch(states::isRunning)
                && awaitApi(context, labContext);
    }

    /** After the only control plane booted, lets its controllers begin at once. */
    static void endLeftLeases(LabContext labContext, RunResult result) {
        if (result.green() && labContext.hasCluster() && !labContext.lab().joinsExisting()
                && !labContext.lab().hasSeveralControlPlanes()) {
            labContext.cluster().leaderLeases().endLeft(line -> { });
        }
    }
}
