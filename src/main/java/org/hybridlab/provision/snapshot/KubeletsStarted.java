package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Pod.Container;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;

/**
 * The kubelets run, and replace pods by those that the API server names now. Until a kubelet reports, pods have the
 * status of the snapshot: a pod that looks ready may not run.
 */
final class KubeletsStarted implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(1);
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(40);
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final String START = ResourceText.of(KubeletsStarted.class, "start-kubelets.sh");

    private final LabContext labContext;
    private final MachineDisk disk;
    private final Map<String, PodsStopped> stopped;
    private final Path snapshot;
    private final Runnable meanwhile;

    /** @param meanwhile runs once the kubelets do, as their pods need seconds */
    KubeletsStarted(LabContext labContext, MachineDisk disk, Map<String, PodsStopped> stopped, Path snapshot,
                    Runnable meanwhile) {
        this.labContext = labContext;
        this.disk = disk;
        this.stopped = Map.copyOf(stopped);
        this.snapshot = snapshot;
        this.meanwhile = meanwhile;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public void run(StepContext context) {
        Set<String> dead = labContext.hasCluster() ? running(labContext.cluster().podsNow()) : Set.of();
        Map<String, List<String>> started = new ConcurrentHashMap<>();
        Together.each(stopped.keySet(), machine -> started.put(machine, disk.run(machine, START, List.of(), List.of(),
                WITHIN, context.cancellation()).lines().toList()));
        ResetBaseline.restarted(labContext, snapshot, started, machine -> stopped.get(machine).running().size(),
                context::line);
        meanwhile.run();
        if (!dead.isEmpty()) {
            Wait.until("each kubelet tells of its pods", TOLD_WITHIN).every(OFTEN).that(() -> {
                Set<String> untold = running(labContext.cluster().pods());
                untold.retainAll(dead);
                return untold;
            }, Set::isEmpty, untold -> "not yet of " + String.join(", ", untold), context.cancellation());
        }
    }

    private Set<String> running(List<Pod> pods) {
        return running(pods, stopped.keySet(), stopped.values().stream().flatMap(one -> one.running().stream())
                .collect(Collectors.toSet()));
    }

    /**
     * Containers that run by their pods' status and were restarted: {@code NAMESPACE/POD (ID)}.
     *
     * @param on UIDs of pods that ran on
     */
    static Set<String> running(List<Pod> pods, Set<String> nodes, Set<String> on) {
        Set<String> all = new TreeSet<>();
        for (Pod pod : pods) {
            String node = pod.node().orElse("");
            String name = pod.namespace() + "/" + pod.name();
            Set<String> kept = Set.of("kube-system/etcd-" + node, "kube-system/kube-apiserver-" + node);
            if (nodes.contains(node) && !kept.contains(name) && !on.contains(pod.uid())) {
                pod.containers().stream().filter(Container::running)
                        .forEach(one -> all.add("%s (%s)".formatted(name, one.id())));
            }
        }
        return all;
    }
}
