package org.hybridlab.service;

import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.cluster.kubeconfig.ClientTls;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.diagnose.object.ObjectEvidence;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.report.Report;
import org.hybridlab.service.check.CheckPhase;
import org.hybridlab.service.check.NotesBeforeChecks;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lab.MachinesOff;

public final class CheckService {
    private final ServiceContext context;
    private final LabService labs;

    public CheckService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    public record CheckedLab(Report report, Optional<Path> folder, ExitCode exitCode) {
    }

    /** @throws LabException {@code lab-not-up}, {@code lab-not-trusted}, {@code machines-off} */
    public CheckedLab check(NamedLab lab) {
        ClientTls.load();
        LabAccess.of(lab, context).mustHaveCluster();
        OpenLab open = labs.asItIs(lab);
        labs.needTrust(open);
        try (CancellableScope ignored = context.listener().cancellable()) {
            LabContext labContext = labs.labContext(open);
            mustRun(labContext);
            NotesBeforeChecks.lines(labContext).forEach(context.listener()::message);
            CheckPhase phase = new CheckPhase(context, labContext);
            Report report = phase.run();
            if (report.checks().exitCode() != ExitCode.LAB_FAILED) {
                ObjectEvidence.policiesWithoutEffect(labContext.cluster().api(), labContext.lab())
                        .forEach(context.listener()::message);
            }
            return new CheckedLab(report, Optional.of(open.workspace().report()).filter(all -> phase.isWritten()),
                    phase.exitCode(report));
        }
    }

    /** Otherwise each check of a stopped machine waits for its timeout. If the provider cannot say, the checks run. */
    private void mustRun(LabContext labContext) {
        MachinesOff.check(labContext, context.cancellation());
        // What has not ended has an error or a note of its own, which says how to end it.
        if (new WorkspaceState(labContext.workspace()).unfinished(labContext.word()).isEmpty()) {
            LabException.known(() -> labContext.states(context.cancellation()).byName())
                    .flatMap(states -> MachinesOff.some(states, labContext.word()))
                    .ifPresent(context.listener()::message);
        }
    }
}
