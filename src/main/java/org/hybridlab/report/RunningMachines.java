package org.hybridlab.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.report.diagram.MachineView;

/** A cluster's nodes and pods as the lab's picture shows them. */
final class RunningMachines {
    private RunningMachines() {
    }

    /** By node name; empty if there are no nodes. */
    static Map<String, MachineView> of(List<Node> nodes, List<Pod> pods) {
        Map<String, MachineView> views = new TreeMap<>();
        for (Node node : nodes) {
            views.put(node.name(), new MachineView(node.ready(), node.podCidr().orElse(""), pods.stream()
                    .filter(pod -> pod.node().equals(Optional.of(node.name())))
                    .map(pod -> new MachineView.Running(pod.name(), pod.ready())).toList()));
        }
        return views;
    }
}
