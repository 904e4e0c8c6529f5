package org.hybridlab.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import org.hybridlab.check.core.CheckResults;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.app.FailedApps;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.service.check.CheckPhase;
import org.hybridlab.service.check.EarlyProbes;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.EarlyComparison;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.LabReturn;

/**
 * Brings up a lab that was stopped, frozen or restored, unless nothing of it was lost, and judges its checks.
 *
 * @param restored the snapshot; empty if it was stopped or frozen
 */
record LabRestart(ServiceContext context, String word, Optional<Snapshot> restored) {
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
            RunResult result = LabReturn.run(context, labContext, word, lock, restored.isPresent(),
                    early);
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
        CheckPhase phase = new CheckPhase(context, labContext, word, early);
        return new LabReset(context, labContext, lock).noteInPlace(restored.orElseThrow(), comparison,
                End::asDamaged, () -> judged(phase, labContext, List.of()), End::well);
    }

    /** For machines with restored memory: runs the steps of {@code up}, which are slow, only if checks fail. */
    End withMemory(LabContext labContext, LabLock lock, boolean checks) {
        if (checks && LabReturn.isAsSaved(context, labContext)) {
            new LabService(context).noteAddresses(labContext.open());
            End end = judged(new CheckPhase(context, labContext, word), labContext, List.of());
            if (end.well()) {
                return end;
            }
            context.listener().message("That was not enough: the lab is brought up again.");
        }
        return of(labContext, lock, checks);
    }

    private End judged(LabContext labContext, LabLock lock, EarlyProbes early, List<LabChange> changes) {
        CheckPhase phase = new CheckPhase(context, labContext, word, early);
        LabReset reset = new LabReset(context, labContext, lock);
        Supplier<End> checks = () -> judged(phase, labContext, changes);
        return restored.isPresent() ? reset.noteBeside(restored.get(), checks, End::well)
                : reset.noteStarted(checks, End::well);
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
}
