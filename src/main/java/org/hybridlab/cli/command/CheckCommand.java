package org.hybridlab.cli.command;

import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.report.JsonReport;
import org.hybridlab.service.CheckService;
import org.hybridlab.service.CheckService.CheckedLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Judges the checks of a lab that is up. */
@Command(name = "check", footerHeading = "%nExample:%n", footer = "  hybridlab check first-cluster --output json")
public final class CheckCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;

    public CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        CheckedLab checked = new CheckService(session.context()).check(lab.named(session));
        if (checked.written()) {
            session.err().println("Reports: " + checked.lab().workspace().report());
        }
        // The table was shown as soon as it was there.
        return CommandResult.of(DocumentKind.CHECK_REPORT, JsonReport.of(checked.report()), List.of())
                .exitingWith(checked.exitCode());
    }
}
