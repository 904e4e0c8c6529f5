package org.hybridlab.cli.command;

import java.util.concurrent.Callable;

import org.hybridlab.cli.lab.JudgedLab;
import org.hybridlab.cli.lab.LabService;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.Session;
import org.hybridlab.provision.context.OpenLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Judges the checks of a lab that is up. */
@Command(name = "check", footerHeading = "%nExample:%n", footer = "  hybridlab check first-cluster --output json")
public final class CheckCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private JudgedLab lab;

    public CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabService front = new LabService(session);
        OpenLab open = lab.open(front, session);
        return lab.judge(front.tools(open), session, (phase, report) -> {
            if (phase.isWritten()) {
                session.err().println("Reports: " + open.workspace().report());
            }
        });
    }
}
