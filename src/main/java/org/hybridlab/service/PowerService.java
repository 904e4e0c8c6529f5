package org.hybridlab.service;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.MadeLab;
import org.hybridlab.service.lifecycle.StandingLab;

public final class PowerService {
    private final ServiceContext context;
    private final LabService labs;

    public PowerService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    public record StoppedLab(String lab, List<StoppedMachine> machines) {
    }

    /** @param state the provider's word */
    public record StoppedMachine(String machine, String state) {
    }

    public ServiceResult<StoppedLab> halt(NamedLab lab) {
        return stop(lab, made -> PowerPlanner.halt(made.created(), made::machines, context.cancellation()));
    }

    public ServiceResult<StoppedLab> suspend(NamedLab lab) {
        return stop(lab, made -> PowerPlanner.suspend(made.created(), lab.word(), context.cancellation()));
    }

    private ServiceResult<StoppedLab> stop(NamedLab lab, Function<StandingLab, Plan> planner) {
        StandingLab made = StandingLab.of(lab, labs, context);
        try (LabLock lock = made.lock()) {
            RunResult run = made.run(created -> planner.apply(made), lock);
            return run.green() ? ServiceResult.of(stopped(made)) : ServiceResult.failed(run);
        }
    }

    private StoppedLab stopped(StandingLab made) {
        return new StoppedLab(made.name(), made.created().states(context.cancellation()).byName().entrySet().stream()
                .map(one -> new StoppedMachine(one.getKey(), one.getValue().word())).toList());
    }

    /** Also starts machines that are off. */
    public ServiceResult<UpSummary> resume(NamedLab lab, boolean checks) {
        MadeLab made = MadeLab.of(lab, labs, context);
        labs.needTrust(made.open());
        labs.checkLimits(made.open());
        try (LabLock lock = made.lock()) {
            LabReset.mustBeOver(made.open().workspace(), lab.word(), "its machines may not go on as they are.");
            LabContext labContext = labs.labContext(made.open());
            mayGoOn(labContext);
            RunResult run = made.run(created -> PowerPlanner.resume(labContext, context.cancellation()), lock);
            return run.green() ? new LabRestart(context, lab.word(), Optional.empty()).of(labContext, lock, checks)
                    .result() : ServiceResult.failed(run);
        }
    }

    private void mayGoOn(LabContext labContext) {
        try {
            labs.refusals(labContext).check(LooksAt.KUBECONFIG, LooksAt.APPLIED);
        } catch (LabException e) {
            throw LabException.invalid(e.id(), e.what(), "The lab stays as it is: nothing was resumed. " + e.advice());
        }
    }
}
