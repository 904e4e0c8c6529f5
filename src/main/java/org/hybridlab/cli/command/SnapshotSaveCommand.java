package org.hybridlab.cli.command;

import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.SnapshotService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "save", description = "Save the state of a lab, for `hybridlab reset`.",
        footer = "  hybridlab snapshot save first-cluster before-lesson-2")
public final class SnapshotSaveCommand extends LabCommand {
    @Parameters(index = "1", arity = "0..1", paramLabel = "NEW",
            description = "Its name, of small letters, digits, dots and dashes. Without it: the time.")
    private String name;

    @Override
    public CommandResult call() {
        return CommandResult.of(DocumentKind.SNAPSHOT, new SnapshotService(context()).save(named(),
                Optional.ofNullable(name)), saved -> "Saved %s as '%s', %s. Go back to it with: hybridlab reset %s %s"
                .formatted(saved.lab(), saved.snapshot().name(), SnapshotListCommand.size(saved.snapshot()), word(),
                        saved.snapshot().name()));
    }
}
