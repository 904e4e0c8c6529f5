package org.hybridlab.cli.command;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.PowerService;
import picocli.CommandLine.Command;

@Command(name = "halt", footer = "  hybridlab halt first-cluster")
public final class HaltCommand extends LabCommand {
    private static final DocumentKind<PowerService.StoppedLab> HALT =
            new DocumentKind<>("halt", PowerService.StoppedLab.class);

    @Override
    public CommandResult call() {
        return CommandResult.of(HALT, new PowerService(context()).halt(named()), lab ->
                "%s is off. Start it again with: hybridlab up %s".formatted(lab.lab(), word()));
    }
}
