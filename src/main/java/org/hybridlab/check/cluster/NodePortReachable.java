package org.hybridlab.check.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;

/** From this host, a service's NodePort answers on every machine's address. */
public final class NodePortReachable implements Check {
    public static final String ID = "node-port";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "A NodePort answers on every Linux machine's address";
    }

    @Override
    public String how() {
        return "HTTP from this host to the same port of each machine";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, PodNetwork.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watchFromProbes("a NodePort answers on every Linux machine's address", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        ask(context, context.linuxNodes(), context.probes(), complaints, evidence);
        return Observation.of(complaints, "NodePort %d answers on all %d Linux machines.".formatted(
                context.probes().front().nodePort(), evidence.size()), evidence);
    }

    /** An answer counts if one of these pods gave it. */
    public static void ask(CheckContext context, List<Machine> machines, ProbePods behind, List<String> complaints,
                    List<String> evidence) {
        Set<String> names = behind.everywhere().stream().map(Pod::name).collect(Collectors.toSet());
        int port = behind.front().nodePort();
        for (Machine machine : machines) {
            String answer = answer(context, machine, port);
            (names.contains(answer) ? evidence : complaints).add("%s (%s:%d): %s".formatted(machine.name(),
                    machine.address(), port, answer));
        }
    }

    private static String answer(CheckContext context, Machine machine, int port) {
        try {
            return context.web().get(machine.address().toString(), port, "/hostname", context.timeouts().answer())
                    .body();
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return e.why().orElse(e.what());
        }
    }
}
