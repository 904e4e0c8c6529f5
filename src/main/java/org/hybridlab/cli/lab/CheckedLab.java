package org.hybridlab.cli.lab;

import java.util.List;
import java.util.function.BiConsumer;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Mixin;

/** {@code LAB} of commands that judge the checks of one that is up. */
public final class CheckedLab {
    @Mixin
    private InstanceArgument lab;

    String word() {
        return lab.word();
    }

    /** @throws org.hybridlab.common.error.LabException {@code lab-not-up}, {@code lab-not-trusted} */
    public OpenLab open(LabService service, Session session) {
        LabInUse.of(lab, session).kubeconfig();
        OpenLab open = service.asItIs(lab);
        service.needTrust(open);
        return open;
    }

    /** @param then what else is made of the report while Ctrl-C still ends the command in good order */
    public CommandResult judge(LabContext tools, Session session, BiConsumer<CheckPhase, Report> then) {
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
