package org.hybridlab.steps;

import java.util.List;
import java.util.Map;

import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Role;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;
import tools.jackson.databind.json.JsonMapper;

/** Ordinary pods may run on the control planes. */
final class ControlPlaneUntainted implements Action {
    private static final String TAINT = "node-role.kubernetes.io/control-plane";

    private final LabTools tools;

    ControlPlaneUntainted(LabTools tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return tools.lab().machines(Role.CONTROL_PLANE).stream().map(tools::node)
                .allMatch(node -> node.isPresent() && !hasTaint(node.get()))
                ? Probe.present("no control plane has the taint")
                : Probe.absent("a control plane has the taint " + TAINT);
    }

    private static boolean hasTaint(Node node) {
        return node.taints().stream().anyMatch(taint -> taint.key().equals(TAINT));
    }

    @Override
    public void run(StepContext context) {
        tools.lab().machines(Role.CONTROL_PLANE).forEach(machine -> untaint(tools.node(machine).orElseThrow()));
    }

    /** Other taints stay: a node that is not Ready yet has one, and must keep it. */
    private void untaint(Node node) {
        List<Map<String, String>> kept = node.taints().stream().filter(taint -> !taint.key().equals(TAINT))
                .map(taint -> Map.of("key", taint.key(), "effect", taint.effect())).toList();
        tools.cluster().api().merge("/api/v1/nodes/" + node.name(),
                JsonMapper.shared().writeValueAsString(Map.of("spec", Map.of("taints", kept))));
    }
}
