package org.hybridlab.cli.command;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.RunDisplay;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a snapshot; the lab itself stays as it is. */
@Command(name = "delete", description = "Delete a snapshot of a lab.",
        footer = "  hybridlab snapshot delete first-cluster before-lesson-2")
public final class SnapshotDeleteCommand extends LabCommand {
    @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "As `hybridlab snapshot list` shows it.")
    private String name;
    @Option(names = "--lose-snapshot", description = "Agree that the snapshot is lost.")
    private boolean lose;

    @Override
    public CommandResult call() {
        LabService service = new LabService(context());
        MadeLab made = MadeLab.of(named(), service, context());
        try (LabLock lock = made.lock()) {
            SnapshotStore store = new SnapshotStore(made.open().workspace());
            new ProviderSave(context(), service.labContext(made.open()), lock).removeUnfinished();
            Plan plan = store.unreadable().contains(name) ? new SnapshotPlanner(service.labContext(made.open()))
                    .deleteUnreadable(name, session.cancellation()) : deletion(made, store);
            session.options().lose(Loss.SNAPSHOT, lose);
            if (!context().approval().loses(Loss.SNAPSHOT, "Delete the snapshot '%s'?".formatted(name))) {
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
        Snapshot snapshot = store.find(Optional.of(name), word());
        if (store.resetUnderWay().filter(name::equals).isPresent()) {
            LabReset.mustBeOver(made.open().workspace(), word(), "it still needs that snapshot.");
        }
        return SnapshotPlanner.delete(made.created(), snapshot);
    }

    /** The shape of {@code --output json}. */
    public record RemovedSnapshots(String lab, List<String> removed) {
    }
}
