package org.hybridlab.service;

import java.util.Collection;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.report.Report;
import org.hybridlab.service.check.CheckPhase;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.LabService;

/** Judges the checks of labs that are up. */
public final class CheckService {
    private final ServiceContext context;
    private final LabService labs;

    public CheckService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /**
     * What the checks said.
     *
     * @param written whether all of the report is in the workspace
     */
    public record CheckedLab(OpenLab lab, Report report, boolean written, ExitCode exitCode) {
    }

    /** @throws LabException {@code lab-not-up}, {@code lab-not-trusted}, {@code machines-off} */
    public CheckedLab check(NamedLab lab) {
        LabInUse.of(lab, context).kubeconfig();
        OpenLab open = labs.asItIs(lab);
        labs.needTrust(open);
        try (CancellableScope ignored = context.listener().cancellable()) {
            LabContext labContext = labs.labContext(open);
            mustRun(labContext, lab);
            CheckPhase phase = new CheckPhase(context, labContext, lab.word());
            Report report = phase.run();
            return new CheckedLab(open, report, phase.isWritten(), phase.exitCode(report));
        }
    }

    /** Of machines that are off each check would wait for its own timeout. Where the provider cannot say, they ask. */
    private void mustRun(LabContext labContext, NamedLab lab) {
        Collection<MachineState> states;
        try {
            states = labContext.states(context.cancellation()).byName().values();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return;
        }
        boolean suspended = states.stream().anyMatch(MachineState::isResumable);
        if (!states.isEmpty() && states.stream().allMatch(state -> state.isResumable()
                || state.kind() == MachineState.Kind.STOPPED)) {
            throw LabException.invalid("machines-off", "No machine of %s runs, so there is nothing to check."
                    .formatted(labContext.lab().name()), "Start them: hybridlab %s %s".formatted(suspended ? "resume"
                            : "up", lab.word()));
        }
    }
}
