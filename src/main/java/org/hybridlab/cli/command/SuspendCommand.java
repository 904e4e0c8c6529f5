package org.hybridlab.cli.command;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.PowerService;
import picocli.CommandLine.Command;

@Command(name = "suspend", footer = "  hybridlab suspend first-cluster")
public final class SuspendCommand extends LabCommand {
    private static final DocumentKind<PowerService.StoppedLab> SUSPENSION =
            new DocumentKind<>("suspension", PowerService.StoppedLab.class);

    @Override
    public CommandResult call() {
        return CommandResult.of(SUSPENSION, new PowerService(context()).suspend(named()), lab ->
                "%s is suspended. Go on with: hybridlab resume %s".formatted(lab.lab(), word()));
    }
}
