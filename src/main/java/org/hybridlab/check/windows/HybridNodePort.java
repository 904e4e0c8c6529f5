package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.check.cluster.NodePortReachable;
import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;

/**
 * From this host, NodePorts answer on every machine: those of Windows pods on Linux machines, both on Windows machines.
 * Windows cannot reach its own NodePort, so that is not tested.
 */
public final class HybridNodePort extends WindowsCheck {
    public static final String ID = "hybrid-node-port";

    public HybridNodePort() {
        super(true, "node-port-server-2022");
    }

    @Override
    public String id() {
        return ID;
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
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID, PodsStart.ID, WindowsPodsStart.ID, HybridPodNetwork.ID);
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        NodePortReachable.ask(context, context.lab().nodes(), context.windows().probes(), complaints, evidence);
        NodePortReachable.ask(context, context.lab().madeWindowsMachines(), context.probes(), complaints, evidence);
        return Observation.of(complaints, "NodePorts answer on all machines, %d times.".formatted(evidence.size()),
                evidence);
    }
}
