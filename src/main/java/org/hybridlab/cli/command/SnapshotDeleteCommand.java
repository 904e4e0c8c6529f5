package org.hybridlab.cli.command;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.SnapshotService;
import org.hybridlab.service.context.Loss;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "delete", description = "Delete a snapshot of a lab.",
        footer = "  hybridlab snapshot delete first-cluster before-lesson-2")
public final class SnapshotDeleteCommand extends LabCommand {
    @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "As `hybridlab snapshot list` shows it.")
    private String name;
    @Option(names = "--lose-snapshot", description = "Agree that the snapshot is lost.")
    private boolean lose;

    @Override
    public CommandResult call() {
        session.options().lose(Loss.SNAPSHOT, lose);
        return CommandResult.of(DocumentKind.SNAPSHOT_REMOVAL, new SnapshotService(context()).delete(named(), name),
                done -> "Deleted the snapshot '%s'.".formatted(name));
    }
}
