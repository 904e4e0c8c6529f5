package org.hybridlab.cli.support;

import java.util.List;
import java.util.function.BiConsumer;

import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.service.CheckPhase;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.LabService;
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
        NamedLab named = lab.named(session);
        LabInUse.of(named, session.context()).kubeconfig();
        OpenLab open = service.asItIs(named);
        service.needTrust(open);
        return open;
    }

    /** @param then what else is made of the report while Ctrl-C still ends the command in good order */
    public CommandResult judge(LabContext tools, Session session, BiConsumer<CheckPhase, Report> then) {
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), session.err()::println)) {
            CheckPhase phase = new CheckPhase(session.context(), tools, lab.word());
            Report report = phase.run();
            then.accept(phase, report);
            // The table was shown as soon as it was there.
            return CommandResult.of(DocumentKind.CHECK_REPORT, JsonReport.of(report), List.of())
                    .exitingWith(phase.exitCode(report));
        }
    }
}
