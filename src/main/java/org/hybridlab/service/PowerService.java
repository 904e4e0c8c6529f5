package org.hybridlab.service;

import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabMachines;
import org.hybridlab.service.lifecycle.LabReset;

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
        LabMachines machines = LabMachines.of(lab, labs, context);
        try (LabLock lock = machines.lock()) {
            return stopped(machines, machines.run(PowerPlanner.halt(machines.created(), machines::names,
                    context.cancellation()), lock));
        }
    }

    public ServiceResult<StoppedLab> suspend(NamedLab lab) {
        LabMachines machines = LabMachines.of(lab, labs, context);
        try (LabLock lock = machines.lock()) {
            return stopped(machines, machines.run(PowerPlanner.suspend(machines.created(), lab.word(),
                    context.cancellation()), lock));
        }
    }

    private ServiceResult<StoppedLab> stopped(LabMachines machines, RunResult run) {
        return run.green() ? ServiceResult.of(new StoppedLab(machines.name(), machines.created()
                .states(context.cancellation()).byName().entrySet().stream()
                .map(one -> new StoppedMachine(one.getKey(), one.getValue().word())).toList()))
                : ServiceResult.failed(run);
    }

    /** Also starts machines that are off. */
    public ServiceResult<UpSummary> resume(NamedLab lab, boolean checks) {
        OpenLab open = labs.asItIs(lab);
        LabMachines machines = LabMachines.of(lab, labs, context);
        labs.needTrust(open);
        labs.checkLimits(open);
        try (LabLock lock = machines.lock()) {
            LabReset.mustBeOver(open.workspace(), lab.word(), "its machines may not go on as they are.");
            LabContext labContext = labs.labContext(open);
            mayGoOn(labContext);
            RunResult run = machines.run(PowerPlanner.resume(labContext, context.cancellation()), lock);
            return run.green() ? new LabRestart(context, Optional.empty()).of(labContext, lock, checks)
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
