package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.report.JsonReport;
import org.hybridlab.service.CheckService;
import org.hybridlab.service.CheckService.CheckedLab;
import picocli.CommandLine.Command;

@Command(name = "check", footer = "  hybridlab check first-cluster --output json")
public final class CheckCommand extends LabCommand {
    private static final DocumentKind<JsonReport> CHECK_REPORT = new DocumentKind<>("check-report", JsonReport.class);

    @Override
    public CommandResult call() {
        CheckedLab checked = new CheckService(context()).check(named());
        checked.folder().ifPresent(folder -> say("Reports: " + folder));
        // The listener has shown the table.
        return CommandResult.of(CHECK_REPORT, JsonReport.of(checked.report()), List.of())
                .exitingWith(checked.exitCode());
    }
}
