package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.ReturnedLab;
import org.hybridlab.cli.support.ReturnedLab.End;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.check.EarlyProbes;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.EarlyComparison;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.MadeLab;
import org.hybridlab.terminal.Age;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets a lab back to a snapshot, and checks it. A machine that cannot be set back is made again. */
@Command(name = "reset", footer = {
        "  hybridlab reset first-cluster fresh --yes", "  hybridlab reset first-cluster --soft --dry-run"})
public final class ResetCommand extends LabCommand {
    @Parameters(index = "1", arity = "0..1", paramLabel = "SNAPSHOT",
            description = "As `hybridlab snapshot list` shows it. Without it: the newest.")
    private String name;
    @Option(names = "--remake", description = "Make every machine again, rather than clean it.")
    private boolean remake;
    @Option(names = "--soft",
            description = "Undo what changed in the cluster since `up`: needs no snapshot, and judges no checks.")
    private boolean soft;
    @Option(names = "--dry-run", description = "With --soft: show what would be undone, and change nothing.")
    private boolean dryRun;
    @Option(names = "--no-checks", description = "Do not judge the lab's checks at the end.")
    private boolean noChecks;

    @Override
    public CommandResult call() {
        if (soft && (name != null || remake) || dryRun && !soft) {
            throw LabException.invalid("soft-reset-alone", soft ? "--soft takes neither a snapshot nor --remake."
                    : "--dry-run is for --soft.", "For example: hybridlab reset %s --soft --dry-run"
                    .formatted(word()));
        }
        if (soft) {
            return new SoftResetCall(session, named(), dryRun).call();
        }
        LabService service = new LabService(context());
        MadeLab before = MadeLab.of(named(), service, context());
        Snapshot agreed = fitting(before, service);
        boolean asked = confirm(agreed);
        try (LabLock lock = before.lock()) {
            // While somebody was asked, the lab may have changed, or gone.
            MadeLab made = asked ? MadeLab.of(named(), service, context()) : before;
            Snapshot snapshot = asked ? fitting(made, service) : agreed;
            mustBe(agreed, snapshot);
            Set<String> all = made.open().lab().madeMachines().stream().map(Machine::name)
                    .collect(Collectors.toSet());
            Optional<End> quick = remake || snapshot.inProvider() ? Optional.empty()
                    : inPlace(service, made, snapshot, lock);
            if (quick.filter(end -> !end.damaged()).isPresent()) {
                return quick.get().result();
            }
            End first = attempt(service, made, snapshot, remake ? all : Set.of(), lock);
            if (!first.damaged() || remake || snapshot.inProvider()) {
                return first.result();
            }
            say("The lab is not well after that: its machines are made again, and set back once "
                    + "more.");
            return attempt(service, made, snapshot, all, lock).result();
        }
    }

    private Snapshot fitting(MadeLab made, LabService service) {
        service.needTrust(made.open());
        service.checkLimits(made.open());
        Snapshot snapshot = new SnapshotStore(made.open().workspace()).find(Optional.ofNullable(name), word());
        new SnapshotPlanner(service.labContext(made.open())).mustFit(snapshot);
        return snapshot;
    }

    private static void mustBe(Snapshot agreed, Snapshot now) {
        if (!agreed.name().equals(now.name()) || !agreed.at().equals(now.at())) {
            throw LabException.invalid("not-confirmed", "Another snapshot was saved meanwhile: nothing was changed.",
                    "Run the same command again.");
        }
    }

    private Optional<End> inPlace(LabService service, MadeLab made, Snapshot snapshot, LabLock lock) {
        LabContext before = service.labContext(made.open());
        LabReset reset = new LabReset(context(), before, lock);
        try (EarlyProbes early = EarlyProbes.beside(ResetInPlace.LAST_STEP, context(), before);
             EarlyComparison comparison = reset.comparisonWith(snapshot)) {
            Optional<RunResult> result = reset.inPlace(snapshot, !noChecks, early, comparison);
            if (result.isEmpty() || !result.get().green()) {
                return result.map(End::failedBefore);
            }
            // With what the workspace knows now.
            End done = returned(snapshot).inPlace(service.labContext(made.open()), lock, !noChecks, early,
                    comparison);
            if (done.damaged()) {
                say("That was not enough: whole machines are set back.");
            }
            return Optional.of(done);
        }
    }

    private End attempt(LabService service, MadeLab made, Snapshot snapshot, Set<String> again, LabLock lock) {
        LabContext before = service.labContext(made.open());
        LabReset reset = new LabReset(context(), before, lock);
        RunResult result = reset.to(snapshot, again);
        if (!result.green()) {
            return reset.hasBegun(result, snapshot) ? End.failed(result) : End.failedBefore(result);
        }
        // With what the workspace knows now.
        LabContext labContext = service.labContext(made.open(), before);
        ReturnedLab returned = returned(snapshot);
        return new SnapshotPlanner(labContext).keepsMemory() ? returned.withMemory(labContext, lock, !noChecks)
                : returned.of(labContext, lock, !noChecks);
    }

    private ReturnedLab returned(Snapshot snapshot) {
        return new ReturnedLab(session, DocumentKind.RESET, word(), Optional.of(snapshot));
    }

    /** Whether somebody was asked. */
    private boolean confirm(Snapshot snapshot) {
        if (session.options().yes()) {
            return false;
        }
        String lost = "all that was changed in the cluster and on its machines in the last "
                + Age.of(Duration.between(snapshot.at(), Instant.now()));
        new Question(session).needYes(List.of("The reset to '%s' loses %s.".formatted(snapshot.name(), lost)), "Go on?",
                LabException.invalid("not-confirmed", "A reset to '%s' loses %s, and nobody can be asked here."
                        .formatted(snapshot.name(), lost), "Add --yes if you agree to that."),
                LabException.invalid("not-confirmed", "Nothing was changed.", "Answer yes if you agree to it."));
        return true;
    }
}
