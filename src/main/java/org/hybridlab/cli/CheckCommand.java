package org.hybridlab.cli;

import java.util.concurrent.Callable;

import org.hybridlab.report.Report;
import org.hybridlab.steps.OpenLab;
import org.hybridlab.steps.OpenWish;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Judges the checks of a lab that is up. */
@Command(name = "check", footerHeading = "%nExample:%n", footer = "  hybridlab check first-cluster --output json")
final class CheckCommand implements Callable<Integer> {
    private final Session session;
    @Mixin
    private LabArgument lab;

    CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LabInUse.of(lab, session).kubeconfig();
        LabFront front = new LabFront(session);
        OpenLab open = front.open(lab, OpenWish.NONE);
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), session.err()::println)) {
            Report report = new CheckPhase(session, front.tools(open), lab.word()).run(true);
            session.err().println("Reports: " + open.workspace().report());
            return report.checks().exitCode().number();
        }
    }
}
