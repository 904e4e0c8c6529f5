package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.List;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;

/** The kubelet runs; it makes the pods that the API server now names, in place of the dead ones. */
final class KubeletStarted implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(1);
    private static final String START = "systemctl start containerd && systemctl start kubelet";

    private final MachineDisk disk;
    private final String machine;

    KubeletStarted(MachineDisk disk, String machine) {
        this.disk = disk;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public void run(StepContext context) {
        disk.run(machine, START, List.of(), List.of(), WITHIN, context.cancellation());
    }
}
