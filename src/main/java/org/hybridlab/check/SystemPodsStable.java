package org.hybridlab.check;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.kubernetes.Node;
import org.hybridlab.kubernetes.Pod;

/**
 * Every pod of Kubernetes' own and of flannel's is ready and has not restarted lately. Pods of nodes that are not Ready
 * are left out: the nodes' own check speaks of those.
 */
final class SystemPodsStable implements Check {
    static final String ID = "system-pods";
    private static final Set<String> NAMESPACES = Set.of("kube-system", "kube-flannel");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "The system's pods are ready and stay up";
    }

    @Override
    public String how() {
        return "readiness and last restart of every pod in kube-system and kube-flannel";
    }

    @Override
    public Set<String> standsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        Duration stable = context.pace().stable();
        return context.watch("no system pod has restarted for " + stable.toSeconds() + " s",
                context.pace().within().plus(stable), () -> look(context, stable));
    }

    private static Look look(CheckContext context, Duration stable) {
        Set<String> ready = context.cluster().nodes().stream().filter(Node::ready).map(Node::name)
                .collect(Collectors.toSet());
        Set<String> simulated = context.simulatedNodes();
        Set<String> touched = new HashSet<>();
        Instant now = context.clock().instant();
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod pod : context.cluster().pods()) {
            if (!NAMESPACES.contains(pod.namespace()) || pod.node().filter(node -> !ready.contains(node)).isPresent()) {
                continue;
            }
            pod.node().filter(simulated::contains).ifPresent(touched::add);
            evidence.add("%s on %s: %s, %d restarts".formatted(pod.name(), pod.node().orElse("no node"), pod.words(),
                    pod.restarts()));
            if (!pod.ready()) {
                complaints.add("%s is not ready: %s".formatted(pod.name(), pod.words()));
            } else if (pod.lastRestart().filter(restart -> restart.plus(stable).isAfter(now)).isPresent()) {
                complaints.add("%s restarted %d s ago".formatted(pod.name(),
                        Math.max(0, Duration.between(pod.lastRestart().get(), now).toSeconds())));
            }
        }
        if (evidence.isEmpty()) {
            complaints.add("there is not a single system pod");
        }
        return Look.of(complaints, "All %d system pods are ready, none restarted in the last %d s."
                .formatted(evidence.size(), stable.toSeconds()), evidence).with(touched);
    }
}
