package org.hybridlab.check.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Pod;

/** From a pod on each node, DNS resolves the API server's service by its full and short name. */
public final class ClusterDns implements Check {
    public static final String ID = "dns";
    private static final int TRIES = 3;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Pods on every Linux node can look up services";
    }

    @Override
    public String how() {
        return "dig in the pod on each node, by full and by short name";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, PodNetwork.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watchFromProbes("pods on every Linux node can look up services", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        String expected = context.network().apiService().toString();
        List<String> names = List.of("kubernetes.default.svc." + context.network().domain() + ".",
                "kubernetes.default");
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod probe : context.probes().everywhere()) {
            for (String name : names) {
                String answer = dig(context, probe, name);
                String seen = "%s on %s: %s".formatted(name, probe.node().orElseThrow(), answer);
                (answer.equals(expected) ? evidence : complaints).add(seen);
            }
        }
        return Observation.of(complaints, "DNS answers pods on every Linux node: kubernetes.default is %s."
                .formatted(expected),
                evidence);
    }

    private static String dig(CheckContext context, Pod probe, String name) {
        // As resolvers do: a question lost while CoreDNS starts is repeated soon.
        long seconds = context.timeouts().answer().toSeconds() / TRIES;
        ExecResult result = context.probes().shell(probe, context.timeouts().answer().multipliedBy(3),
                List.of("dig", "+search", "+short", "+tries=" + TRIES, "+time=" + seconds, name));
        String answer = result.output().strip().replace('\n', ' ');
        return answer.isEmpty() ? "no such name" : answer;
    }
}
