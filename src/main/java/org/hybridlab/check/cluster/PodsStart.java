package org.hybridlab.check.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;

/** A new pod starts on every Linux node, with an address of the pod network. Later checks look from there. */
public final class PodsStart implements Check {
    public static final String ID = "pods-start";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "A pod starts on every Linux node";
    }

    @Override
    public String how() {
        return "a new agnhost pod bound to each node, its readiness and its address";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watchFromProbes("a new pod is ready on every Linux node", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        ProbePods.Look seen = context.probes().look();
        Map<String, Pod> pods = seen.pods().stream()
                .collect(Collectors.toMap(Pod::name, Function.identity()));
        Cidr network = context.network().pods();
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (String node : seen.nodes()) {
            Pod pod = pods.get(ProbePods.name(node));
            if (pod == null) {
                complaints.add("the pod for %s is not there".formatted(node));
            } else if (!pod.ready()) {
                complaints.add("the pod on %s is not ready: %s".formatted(node, pod.readiness()));
                context.probes().warning(pod).ifPresent(evidence::add);
            } else if (!network.contains(Ipv4.parse(pod.ip().orElseThrow()))) {
                complaints.add("the pod on %s has the address %s, which is not in %s".formatted(node, pod.ip().get(),
                        network));
            } else {
                evidence.add("%s on %s at %s".formatted(pod.name(), node, pod.ip().get()));
            }
        }
        if (pods.isEmpty() && complaints.isEmpty()) {
            complaints.add("there is no node to start a pod on");
        }
        return Observation.of(complaints, "A new pod is ready on each of %d nodes.".formatted(pods.size()), evidence)
                .hopelessIf(!complaints.isEmpty() && context.prospects().hopeless(context.probes().namespace(),
                        pods.values().stream().filter(pod -> !pod.ready()).toList()).isPresent());
    }
}
