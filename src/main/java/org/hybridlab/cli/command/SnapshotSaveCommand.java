package org.hybridlab.cli.command;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.ReturnedLab;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.change.ChangeRefusals;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.FrozenMachines;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.MadeLab;
import org.hybridlab.service.lifecycle.ProviderSave;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Saves the state of a lab that is up. Where only Vagrant can do that, the lab stands still meanwhile. */
@Command(name = "save", description = "Save the state of a lab, for `hybridlab reset`.",
        footer = "  hybridlab snapshot save first-cluster before-lesson-2")
public final class SnapshotSaveCommand extends LabCommand {
    private static final DateTimeFormatter NOW = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
            .withZone(ZoneOffset.UTC);

    @Parameters(index = "1", arity = "0..1", paramLabel = "NEW",
            description = "Its name, of small letters, digits, dots and dashes. Without it: the time.")
    private String name;

    @Override
    public CommandResult call() {
        String wanted = SnapshotStore.checked(name == null ? NOW.format(Instant.now()) : name);
        LabService service = new LabService(context());
        MadeLab made = MadeLab.of(named(), service, context());
        mayGoOn(service, made.open());
        try (LabLock lock = made.lock()) {
            SnapshotStore store = new SnapshotStore(made.open().workspace());
            SnapshotPlanner planner = new SnapshotPlanner(service.labContext(made.open()));
            planner.mustBePossible();
            store.mustBeFree(wanted, word());
            LabReset.mustBeOver(made.open().workspace(), word(), "it has no state that could be saved.");
            return planner.savesInProvider() ? inProvider(service, made, lock, wanted)
                    : onHost(made, planner, lock, wanted);
        }
    }

    /** Where its machines stand still for it, the lab goes on by the file as it is now. */
    private void mayGoOn(LabService service, OpenLab open) {
        if (new SnapshotPlanner(service.labContext(open)).savesInProvider()) {
            service.needTrust(open);
            service.checkLimits(open);
            ChangeRefusals.check(open);
        }
    }

    private CommandResult onHost(MadeLab made, SnapshotPlanner planner, LabLock lock, String wanted) {
        RunResult result = made.run(created -> planner.save(wanted), lock);
        SnapshotStore store = new SnapshotStore(made.open().workspace());
        store.clean();
        if (result.interrupted()) {
            // Of a run that was interrupted no failure is told.
            FrozenMachines.message(made.created(), word()).ifPresent(this::say);
        }
        return result.green() ? saved(made, store, wanted) : RunDisplay.failed(result);
    }

    /** The lab stands still, and goes on whether it was saved or not. */
    private CommandResult inProvider(LabService service, MadeLab made, LabLock lock, String wanted) {
        LabContext labContext = service.labContext(made.open());
        RunResult result = new ProviderSave(context(), labContext, lock).save(wanted);
        if (session.cancellation().isRequested()) {
            if (!new SnapshotPlanner(labContext).keepsMemory()) {
                say("Machines that were switched off for the snapshot stay off. Start them: "
                        + "hybridlab up " + word());
            }
            return result.green() ? saved(made, new SnapshotStore(made.open().workspace()), wanted)
                    .exitingWith(ExitCode.INTERRUPTED) : RunDisplay.failed(result);
        }
        CommandResult returned = new ReturnedLab(session, DocumentKind.SNAPSHOT, word(), Optional.empty())
                .of(service.labContext(made.open()), lock, false).result();
        return result.green() ? saved(made, new SnapshotStore(made.open().workspace()), wanted)
                .withFailures(returned.exitCode(), returned.failures()) : RunDisplay.failed(result);
    }

    private CommandResult saved(MadeLab made, SnapshotStore store, String wanted) {
        SnapshotRow row = SnapshotRow.of(store.find(Optional.of(wanted), word()));
        return CommandResult.of(DocumentKind.SNAPSHOT, new SavedSnapshot(made.open().lab().name(), row),
                List.of("Saved %s as '%s', %s. Go back to it with: hybridlab reset %s %s".formatted(
                        made.open().lab().name(), wanted, row.size(), word(), wanted)));
    }

    /** The shape of {@code --output json}. */
    public record SavedSnapshot(String lab, SnapshotRow snapshot) {
    }
}
