package org.hybridlab.cli;

import java.util.List;
import java.util.function.BiConsumer;

import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.steps.LabContext;
import org.hybridlab.steps.OpenLab;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Mixin;

/** {@code LAB} of commands that judge the checks of one that is up. */
final class JudgedLab {
    @Mixin
    private InstanceArgument lab;

    String word() {
        return lab.word();
    }

    /** @throws org.hybridlab.failure.LabException {@code lab-not-up}, {@code lab-not-trusted} */
    OpenLab open(LabService front, Session session) {
        LabInUse.of(lab, session).kubeconfig();
        OpenLab open = front.asItIs(lab);
        front.needTrust(open);
        return open;
    }

    /** @param then what else is made of the report while Ctrl-C still ends the command in good order */
    CommandResult judge(LabContext tools, Session session, BiConsumer<CheckPhase, Report> then) {
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), session.err()::println)) {
            CheckPhase phase = new CheckPhase(session, tools, lab.word());
            Report report = phase.run(true);
            then.accept(phase, report);
            // The table was shown as soon as it was there.
            return CommandResult.of(DocumentKind.CHECK_REPORT, JsonReport.of(report), List.of())
                    .exitingWith(phase.exitCode(report));
        }
    }
}
