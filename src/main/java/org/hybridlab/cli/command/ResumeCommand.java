package org.hybridlab.cli.command;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.PowerService;
import org.hybridlab.service.UpSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "resume", footer = "  hybridlab resume first-cluster")
public final class ResumeCommand extends LabCommand {
    private static final DocumentKind<UpSummary> RESUMPTION = new DocumentKind<>("resumption", UpSummary.class);

    @Option(names = "--no-checks", description = "Do not judge the lab's checks at the end.")
    private boolean noChecks;

    @Override
    public CommandResult call() {
        return CommandResult.of(RESUMPTION, new PowerService(context()).resume(named(), !noChecks));
    }
}
