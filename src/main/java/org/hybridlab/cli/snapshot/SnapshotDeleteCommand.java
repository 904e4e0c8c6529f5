package org.hybridlab.cli.snapshot;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.cli.support.Session;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.MadeLab;
import org.hybridlab.service.lifecycle.ProviderSave;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a snapshot; the lab itself stays as it is. */
@Command(name = "delete", description = "Delete a snapshot of a lab.",
        footerHeading = "%nExample:%n", footer = "  hybridlab snapshot delete first-cluster before-lesson-2")
public final class SnapshotDeleteCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "As `hybridlab snapshot list` shows it.")
    private String name;
    @Option(names = "--lose-snapshot", description = "Agree that the snapshot is lost.")
    private boolean lose;

    SnapshotDeleteCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabService service = new LabService(session.context());
        MadeLab made = MadeLab.of(lab.named(session), service, session.context());
        try (LabLock lock = made.lock()) {
            SnapshotStore store = new SnapshotStore(made.open().workspace());
            new ProviderSave(session.context(), service.labContext(made.open()), lock).removeUnfinished();
            Plan plan = store.unreadable().contains(name) ? new SnapshotPlanner(service.labContext(made.open()))
                    .deleteUnreadable(name, session.cancellation()) : deletion(made, store);
            session.options().lose(Loss.SNAPSHOT, lose);
            if (!session.context().approval().loses(Loss.SNAPSHOT, "Delete the snapshot '%s'?".formatted(name))) {
                throw Loss.SNAPSHOT.notAgreed("The snapshot '%s' stays.".formatted(name));
            }
            if (!plan.steps().isEmpty()) {
                RunResult result = made.run(created -> plan, lock);
                if (!result.green()) {
                    return RunDisplay.failed(result);
                }
            }
            store.delete(name);
            return CommandResult.of(DocumentKind.SNAPSHOT_REMOVAL, new RemovedSnapshots(made.open().lab().name(),
                    List.of(name)), List.of("Deleted the snapshot '%s'.".formatted(name)));
        }
    }

    private Plan deletion(MadeLab made, SnapshotStore store) {
        Snapshot snapshot = store.find(Optional.of(name), lab.word());
        if (store.resetUnderWay().filter(name::equals).isPresent()) {
            LabReset.mustBeOver(made.open().workspace(), lab.word(), "it still needs that snapshot.");
        }
        return SnapshotPlanner.delete(made.created(), snapshot);
    }

    /** The shape of {@code --output json}. */
    public record RemovedSnapshots(String lab, List<String> removed) {
    }
}
