package org.hybridlab.cli.command;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.PowerService;
import picocli.CommandLine.Command;

@Command(name = "halt", footer = "  hybridlab halt first-cluster")
public final class HaltCommand extends LabCommand {
    @Override
    public CommandResult call() {
        return CommandResult.of(DocumentKind.HALT, new PowerService(context()).halt(named()), lab ->
                "%s is off. Start it again with: hybridlab up %s".formatted(lab.lab(), word()));
    }
}
