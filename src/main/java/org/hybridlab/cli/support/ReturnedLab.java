package org.hybridlab.cli.support;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.change.AppliedLab;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.service.UpSummary;
import org.hybridlab.service.check.CheckPhase;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.LabReturn;
import org.hybridlab.terminal.Interrupts;

/**
 * How commands end that stopped, froze or set back a lab: it is brought up again, and its checks are judged.
 *
 * @param word what the user calls the lab
 * @param setBackTo the snapshot that it was set back to; empty for one that was stopped or frozen
 */
public record ReturnedLab(Session session, DocumentKind kind, String word, Optional<Snapshot> setBackTo) {
    /** @param checks whether the lab's checks are judged */
    public CommandResult of(LabContext labContext, LabLock lock, boolean checks) {
        new LabService(session.context()).noteAddresses(labContext.open());
        RunResult result = LabReturn.run(session.context(), labContext, word, lock, setBackTo.isPresent());
        if (!result.green()) {
            return RunDisplay.failed(result);
        }
        return checks ? judged(labContext, lock, Optional.empty()) : CommandResult.of(kind,
                UpSummary.of(labContext.open(), Optional.empty(), Optional.empty()), List.of());
    }

    /**
     * The same if its machines never stopped. What {@code up} makes was not lost then, and the checks tell whether it
     * works; a lab file that has changed since takes more than that. Fails if the machines kept what is not the
     * snapshot's.
     */
    public CommandResult inPlace(LabContext labContext, LabLock lock, boolean checks) {
        return checks && AppliedLab.read(labContext.workspace()).equals(Optional.of(AppliedLab.of(labContext)))
                ? judged(labContext, lock, Optional.of(done -> done.exitingWith(ExitCode.LAB_FAILED)))
                : of(labContext, lock, checks);
    }

    private CommandResult judged(LabContext labContext, LabLock lock,
                                 Optional<UnaryOperator<CommandResult>> inPlace) {
        return new LabReset(session.context(), labContext, lock).noteBeside(setBackTo, inPlace,
                () -> judged(labContext), done -> done.exitCode() == ExitCode.OK);
    }

    private CommandResult judged(LabContext labContext) {
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), session.err()::println)) {
            CheckPhase phase = new CheckPhase(session.context(), labContext, word);
            Report report = phase.run();
            return CommandResult.of(kind, UpSummary.of(labContext.open(), Optional.empty(),
                    Optional.of(JsonReport.of(report))), List.of()).exitingWith(phase.exitCode(report));
        }
    }
}
