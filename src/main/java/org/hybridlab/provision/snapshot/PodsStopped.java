package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;

/**
 * Kubelet and containerd are off; only pods of etcd, the API server and those that may run on are left. Other volumes
 * are the snapshot's. No controller may run while keys return: it would delete dependents of owners that it saw
 * deleted.
 */
final class PodsStopped implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final String STOP = RunningState.PODS_SCRIPT
            + ResourceText.of(PodsStopped.class, "stop-pods.sh");

    private final MachineDisk disk;
    private final String machine;
    private final Path kubelet;
    private final RunningState.Pods pods;
    private final Set<String> may;
    /** UIDs; empty until known. */
    private volatile Set<String> running = Set.of();

    /**
     * @param kubelet this host's archive of the kubelet's folder
     * @param pods those that run as they did
     * @param may UIDs of those that may run on
     */
    PodsStopped(MachineDisk disk, String machine, Path kubelet, RunningState.Pods pods, Set<String> may) {
        this.disk = disk;
        this.machine = machine;
        this.kubelet = kubelet;
        this.pods = pods;
        this.may = Set.copyOf(may);
    }

    Set<String> running() {
        return running;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    @Override
    public void run(StepContext context) {
        List<String> arguments = new ArrayList<>(List.of(pods.since(),
                String.join(" ", new TreeSet<>(may))));
        pods.processes().forEach(arguments::addAll);
        running = disk.run(machine, STOP, arguments, List.of(kubelet), WITHIN, context.cancellation()).lines()
                .collect(Collectors.toUnmodifiableSet());
    }
}
