package org.hybridlab.cli.snapshot;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.ReturnedLab;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.MadeLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Saves the state of a lab that is up. Where only Vagrant can do that, the lab stands still meanwhile. */
@Command(name = "save", description = "Save the state of a lab, for `hybridlab reset`.",
        footerHeading = "%nExample:%n", footer = "  hybridlab snapshot save first-cluster before-lesson-2")
public final class SnapshotSaveCommand implements Callable<CommandResult> {
    private static final DateTimeFormatter NOW = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
            .withZone(ZoneOffset.UTC);

    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Parameters(index = "1", arity = "0..1", paramLabel = "NEW",
            description = "Its name, of small letters, digits, dots and dashes. Without it: the time.")
    private String name;

    SnapshotSaveCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        String wanted = SnapshotStore.checked(name == null ? NOW.format(Instant.now()) : name);
        LabService service = new LabService(session.context());
        MadeLab made = MadeLab.of(lab.named(session), service, session.context());
        try (LabLock lock = made.lock()) {
            LabContext labContext = service.labContext(made.open());
            SnapshotStore store = new SnapshotStore(made.open().workspace());
            SnapshotPlanner planner = new SnapshotPlanner(labContext);
            planner.mustBePossible();
            if (store.all().stream().anyMatch(one -> one.name().equals(wanted))) {
                throw LabException.invalid("snapshot-exists", "The lab has a snapshot '%s' already.".formatted(wanted),
                        "Take another name, or delete it first: hybridlab snapshot delete %s %s".formatted(lab.word(),
                                wanted));
            }
            if (store.resetUnderWay().isPresent()) {
                throw LabException.labFailed("reset-not-ended", "A reset of the lab did not come to its end, so it has "
                        + "no state that could be saved.", "Run `hybridlab up %s` first.".formatted(lab.word()));
            }
            if (planner.savesInProvider()) {
                RunResult quiet = made.run(created -> PowerPlanner.quiesce(created, labContext.lab(),
                        planner.keepsMemory(), session.cancellation()), lock);
                if (!quiet.green()) {
                    return RunDisplay.failed(quiet);
                }
            }
            RunResult result = made.run(created -> planner.save(wanted), lock);
            store.clean();
            if (!planner.savesInProvider()) {
                return result.green() ? saved(made, store, wanted) : RunDisplay.failed(result);
            }
            CommandResult returned = returned(service, made, lock);
            return result.green() ? saved(made, store, wanted).exitingWith(returned.exitCode())
                    : RunDisplay.failed(result);
        }
    }

    /** The lab stood still, and goes on whether it was saved or not. */
    private CommandResult returned(LabService service, MadeLab made, LabLock lock) {
        LabContext labContext = service.labContext(made.open());
        RunResult goesOn = made.run(created -> PowerPlanner.resume(labContext, session.cancellation()), lock);
        return goesOn.green() ? new ReturnedLab(session, DocumentKind.SNAPSHOT, lab.word(), Optional.empty())
                .of(labContext, lock, false) : RunDisplay.failed(goesOn);
    }

    private CommandResult saved(MadeLab made, SnapshotStore store, String wanted) {
        SnapshotRow row = SnapshotRow.of(store.find(Optional.of(wanted), lab.word()));
        return CommandResult.of(DocumentKind.SNAPSHOT, new SavedSnapshot(made.open().lab().name(), row),
                List.of("Saved %s as '%s', %s. Go back to it with: hybridlab reset %s %s".formatted(
                        made.open().lab().name(), wanted, row.size(), lab.word(), wanted)));
    }

    /** The shape of {@code --output json}. */
    public record SavedSnapshot(String lab, SnapshotRow snapshot) {
    }
}
