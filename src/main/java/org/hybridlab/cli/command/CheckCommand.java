package org.hybridlab.cli.command;

import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CheckedLab;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.Session;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.lab.LabService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Judges the checks of a lab that is up. */
@Command(name = "check", footerHeading = "%nExample:%n", footer = "  hybridlab check first-cluster --output json")
public final class CheckCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private CheckedLab lab;

    public CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabService service = new LabService(session.context());
        OpenLab open = lab.open(service, session);
        return lab.judge(service.tools(open), session, (phase, report) -> {
            if (phase.isWritten()) {
                session.err().println("Reports: " + open.workspace().report());
            }
        });
    }
}
