package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;

/** A new pod starts on every Windows node, with an address of the node's pod CIDR. */
public final class WindowsPodsStart extends WindowsCheck {
    static final String ID = "windows-pods-start";

    public WindowsPodsStart() {
        super(true, "image-other-windows-build");
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "A pod starts on every Windows node";
    }

    @Override
    public String how() {
        return "a new agnhost pod bound to each Windows node, its readiness and its address; its image may take 30 min";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    Observation look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod pod : context.windows().probes().everywhere()) {
            String node = pod.node().orElseThrow();
            String address = pod.ip().orElseThrow();
            boolean inside = share(context.cluster(), node).contains(Ipv4.parse(address));
            (inside ? evidence : complaints).add("the pod on %s has the address %s%s".formatted(node, address,
                    inside ? "" : ", which is not of the node's share of the pod network"));
        }
        return Observation.of(complaints, "A new pod is ready on each of %d Windows nodes.".formatted(evidence.size()),
                evidence);
    }

    private static Cidr share(Cluster cluster, String node) {
        return Cidr.parse(cluster.node(node).flatMap(Node::podCidr).orElse("0.0.0.0/32"));
    }
}
