package org.hybridlab.check.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.config.model.Addon;

/**
 * A policy opens one of two ports of a pod on each Linux node. From the pod on each node, only that one answers. A pod
 * on the same node counts too: its packets cross a bridge, where a kernel may skip the rules.
 */
public final class PoliciesHeld implements Check {
    static final String TEMPLATE = "check/policies.yaml.ftl";
    /** Prints "address open closed" for each address: what each port answers, or nothing. */
    private static final String ASK_ALL = """
            ask() { curl --silent --max-time "$SECONDS_EACH" "http://$1/hostname"; }
            for address do
              echo "$address $(ask "$address:8080") $(ask "$address:8082")"
            done""";

    private final Addon addon;

    public PoliciesHeld(Addon addon) {
        this.addon = addon;
    }

    @Override
    public String id() {
        return addon.name();
    }

    @Override
    public String title() {
        return "A port that a policy closes does not answer";
    }

    @Override
    public String how() {
        return "curl in the pod on each node to both ports of a pod on each node, of which a policy opens one";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, PodNetwork.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watchFromProbes("a port that a policy closes does not answer", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        List<Pod> probes = context.probes().everywhere();
        List<Pod> guarded = context.cluster().pods(context.probes().beside(TEMPLATE));
        guarded.stream().filter(pod -> !pod.ready()).forEach(pod -> complaints.add("the guarded pod on %s is not "
                .formatted(pod.node().orElse("no node")) + "ready: " + pod.readiness()));
        if (guarded.size() < probes.size()) {
            complaints.add("a guarded pod is missing");
        }
        for (Pod from : complaints.isEmpty() ? probes : List.<Pod>of()) {
            Map<String, String> answers = ask(context, from, guarded);
            for (Pod to : guarded) {
                String way = "from %s to %s (%s)".formatted(from.node().orElseThrow(), to.node().orElseThrow(),
                        to.ip().orElseThrow());
                String answer = answers.getOrDefault(to.ip().orElseThrow(), "");
                if (answer.equals(to.name())) {
                    evidence.add(way + ": the open port answers, the closed one does not");
                } else if (answer.equals(to.name() + " " + to.name())) {
                    complaints.add(way + ": the port that a policy closes answers");
                } else {
                    complaints.add(way + ": the port that a policy opens does not answer");
                }
            }
        }
        return Observation.of(complaints, "Policies hold on %d Linux machines.%s".formatted(guarded.size(),
                context.withoutOthers(context.linuxNodes())), evidence);
    }

    private static Map<String, String> ask(CheckContext context, Pod from, List<Pod> guarded) {
        List<String> command = new ArrayList<>(List.of("env", "SECONDS_EACH=" + context.timeouts().answer().toSeconds(),
                "sh", "-c", ASK_ALL, "sh"));
        guarded.forEach(pod -> command.add(pod.ip().orElseThrow()));
        Map<String, String> answers = new TreeMap<>();
        context.probes().exec(from, context.timeouts().answer().multipliedBy(2L * guarded.size() + 1), command)
                .output().lines().map(line -> line.strip().split(" ", 2)).filter(words -> words.length > 1)
                .forEach(words -> answers.put(words[0], words[1]));
        return answers;
    }
}
