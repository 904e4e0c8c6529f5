package org.hybridlab.cli.command;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.PowerService;
import picocli.CommandLine.Command;

@Command(name = "suspend", footer = "  hybridlab suspend first-cluster")
public final class SuspendCommand extends LabCommand {
    @Override
    public CommandResult call() {
        return CommandResult.of(DocumentKind.SUSPENSION, new PowerService(context()).suspend(named()), lab ->
                "%s is suspended. Go on with: hybridlab resume %s".formatted(lab.lab(), word()));
    }
}
