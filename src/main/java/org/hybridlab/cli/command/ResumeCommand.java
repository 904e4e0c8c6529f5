package org.hybridlab.cli.command;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.PowerService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "resume", footer = "  hybridlab resume first-cluster")
public final class ResumeCommand extends LabCommand {
    @Option(names = "--no-checks", description = "Do not judge the lab's checks at the end.")
    private boolean noChecks;

    @Override
    public CommandResult call() {
        return CommandResult.of(DocumentKind.RESUMPTION, new PowerService(context()).resume(named(), !noChecks));
    }
}
