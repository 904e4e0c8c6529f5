package org.hybridlab.check.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Pod;

/** From a pod on each node to the pod on each other node by address. The answer must name the pod. */
public final class PodNetwork implements Check {
    public static final String ID = "pod-network";
    /** Larger than any packet, in both directions, to detect networks that pass only small ones. */
    private static final int LARGE = 3000;
    /** Prints "address size answer" for each address. An answer is a pod's name or curl's error. */
    private static final String ASK_ALL = """
            large=$(printf '%%0%dd' 0)
            ask() { curl --silent --show-error --max-time "$SECONDS_EACH" "$@" 2>&1; }
            for address do
              answer=$(ask --connect-timeout "$CONNECT" "http://$address/hostname" || ask "http://$address/hostname") &&
                size=$(ask "http://$address/echo?msg=$large" | wc -c) || size=0
              echo "$address" $size "$answer"
            done""".formatted(LARGE);

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Pods reach pods on other Linux nodes";
    }

    @Override
    public String how() {
        return "curl in the pod on each node to the pod on each other node";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watchFromProbes("pods reach pods on other Linux nodes", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        List<Pod> probes = context.probes().everywhere();
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod from : probes) {
            List<Pod> others = probes.stream().filter(pod -> !pod.node().equals(from.node())).toList();
            Map<String, Answer> answers = ask(context, from, others);
            for (Pod to : others) {
                Answer answer = answers.getOrDefault(target(to), new Answer(0, "no answer"));
                String way = "%s to %s (%s)".formatted(from.node().orElseThrow(), to.node().orElseThrow(), target(to));
                if (!answer.text().equals(to.name())) {
                    complaints.add("from %s: %s".formatted(way, answer.text()));
                } else if (answer.size() < LARGE) {
                    complaints.add("from %s: answers, but %d bytes at once do not get through".formatted(way, LARGE));
                } else {
                    evidence.add("%s: %s answered".formatted(way, answer.text()));
                }
            }
        }
        if (evidence.isEmpty() && complaints.isEmpty()) {
            complaints.add("there are no two nodes with a pod each");
        }
        return Observation.of(complaints,
                "Pods answered on all %d ways between Linux nodes.".formatted(evidence.size()),
                evidence);
    }

    /** @param size of the large answer, in bytes */
    private record Answer(int size, String text) {
        /** @param line "size answer" */
        static Answer of(String line) {
            int space = line.indexOf(' ');
            return space < 0 || !line.substring(0, space).matches("\\d{1,9}") ? new Answer(0, line)
                    : new Answer(Integer.parseInt(line.substring(0, space)), line.substring(space + 1));
        }
    }

    private static Map<String, Answer> ask(CheckContext context, Pod from, List<Pod> others) {
        List<String> command = new ArrayList<>(List.of("env", "SECONDS_EACH=" + context.timeouts().answer().toSeconds(),
                "CONNECT=" + context.timeouts().connectSeconds(),
                "sh", "-c", ASK_ALL, "sh"));
        others.forEach(pod -> command.add(target(pod)));
        ExecResult result = context.probes().exec(from,
                context.timeouts().answer().multipliedBy(3L * others.size() + 1), command);
        Map<String, Answer> answers = new TreeMap<>();
        result.output().lines().forEach(line -> {
            int space = line.indexOf(' ');
            answers.put(space < 0 ? line : line.substring(0, space), Answer.of(line.substring(space + 1)));
        });
        return answers;
    }

    private static String target(Pod pod) {
        return pod.ip().orElseThrow() + ":" + ProbePods.PORT;
    }
}
