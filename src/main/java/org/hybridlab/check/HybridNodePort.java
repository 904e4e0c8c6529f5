package org.hybridlab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.failure.LabException;
import org.hybridlab.kubernetes.Pod;
import org.hybridlab.lab.Machine;

/**
 * From this host, NodePorts answer on every machine: on Linux machines that of Windows pods, on Windows machines both.
 * A Windows machine that asks itself gets no answer, which is a limit of Windows; so none is asked to.
 */
final class HybridNodePort extends WindowsCheck {
    HybridNodePort() {
        super(true, "node-port-server-2022");
    }

    @Override
    public String id() {
        return "hybrid-node-port";
    }

    @Override
    public String title() {
        return "NodePorts of Windows pods and on Windows machines answer";
    }

    @Override
    public String how() {
        return "HTTP from this host to each machine; a Windows machine does not reach NodePorts through itself";
    }

    @Override
    public Set<String> standsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, WindowsPodsStart.ID, HybridPodNetwork.ID);
    }

    @Override
    Look look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        ask(context, context.lab().nodes(), context.windows().probes(), complaints, evidence);
        ask(context, context.lab().madeWindowsMachines(), context.probes(), complaints, evidence);
        return Look.of(complaints, "NodePorts answer on all machines, %d times.".formatted(evidence.size()), evidence);
    }

    private static void ask(CheckContext context, List<Machine> machines, ProbePods behind, List<String> complaints,
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
            return context.web().get(machine.address().toString(), port, "/hostname", context.pace().answer()).body();
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return e.why().orElse(e.what());
        }
    }
}
