package org.hybridlab.check.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Pod;

/** From a pod on each node, a service's virtual address leads to its pods. */
public final class ServiceReachable implements Check {
    public static final String ID = "service";
    private static final int REQUESTS = 4;
    /** $0 is the limit of the first connections. */
    private static final String ASK = "curl --connect-timeout \"$0\" \"$@\" 2> /dev/null || curl \"$@\"";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Pods on every Linux node reach a service";
    }

    @Override
    public String how() {
        return "curl in the pod on each node to the virtual address of a service, " + REQUESTS + " times";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, PodNetwork.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watchFromProbes("pods on every Linux node reach a service", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        List<Pod> probes = context.probes().everywhere();
        Set<String> names = probes.stream().map(Pod::name).collect(Collectors.toSet());
        String address = context.probes().front().clusterIp();
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod probe : probes) {
            ExecResult result = ask(context, probe, address);
            Set<String> answered = result.output().lines().filter(line -> !line.isBlank())
                    .collect(Collectors.toCollection(TreeSet::new));
            if (result.ok() && !answered.isEmpty() && names.containsAll(answered)) {
                evidence.add("from %s to %s: %s answered".formatted(probe.node().orElseThrow(), address,
                        String.join(", ", answered)));
            } else {
                complaints.add("from %s to %s: %s".formatted(probe.node().orElseThrow(), address,
                        String.join(", ", answered)));
            }
        }
        return Observation.of(complaints, "The service's address answers from every Linux node.", evidence);
    }

    private static ExecResult ask(CheckContext context, Pod probe, String address) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", ASK, context.timeouts().connectSeconds(),
                "--silent", "--show-error", "--fail", "--fail-early", "--write-out", "\\n", "--max-time",
                Long.toString(context.timeouts().answer().toSeconds()),
                // New connections, since a kept one always reaches the same pod.
                "--header", "Connection: close"));
        command.addAll(Collections.nCopies(REQUESTS, "http://" + address + "/hostname"));
        return context.probes().shell(probe, context.timeouts().answer().multipliedBy(REQUESTS), command);
    }
}
