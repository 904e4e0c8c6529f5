package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;

final class MachineStarted implements Action {
    private static final Duration QUICK = Duration.ofSeconds(30);
    /** The pod network's plugin writes it once its pod runs. Without it, other pods fail and are retried late. */
    private static final String SHARE = "mkdir -p %s && printf %%s \"$1\" > %s";

    /** A snapshot lacks containerd's state, so that may be damaged. */
    private static final String CONTAINERD = ResourceText.of(MachineStarted.class, "await-containerd.sh");

    private final LabContext labContext;
    private final MachineDisk disk;
    private final Snapshot.SavedMachine saved;
    private final String snapshot;

    /** @param snapshot its name */
    MachineStarted(LabContext labContext, MachineDisk disk, Snapshot.SavedMachine saved, String snapshot) {
        this.snapshot = snapshot;
        this.labContext = labContext;
        this.disk = disk;
        this.saved = saved;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().answer(labContext.lab().machine(saved.machine()).orElseThrow()).plusMinutes(2);
    }

    @Override
    public void run(StepContext context) {
        labContext.created().power().start(saved.machine(), context::line, context.cancellation());
        labContext.remembered().noteBoot(saved.machine());
        PodNetworkPlugin.Files files = labContext.lab().network().plugin().files();
        if (!saved.subnet().isBlank()) {
            disk.run(saved.machine(), SHARE.formatted(files.state(), files.sharePath()), List.of(
                    saved.subnet()), List.of(), QUICK, context.cancellation());
        }
        labContext.forgetStates();
        Machine machine = labContext.lab().machine(saved.machine()).orElseThrow();
        labContext.shell(machine).awaitReady(labContext.timeouts().answer(machine), context.cancellation());
        if (!machine.isEtcd() && disk.run(saved.machine(), CONTAINERD, List.of(), List.of(), QUICK,
                context.cancellation()).strip().equals("silent")) {
            throw LabException.labFailed("containerd-silent", "containerd on %s does not answer."
                    .formatted(saved.machine()), "Make the machines again: hybridlab reset %s %s --remake"
                            .formatted(labContext.word(), snapshot));
        }
    }
}
