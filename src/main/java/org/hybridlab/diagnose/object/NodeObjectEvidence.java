package org.hybridlab.diagnose.object;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Taint;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeTaint;

/** Machines without a node, and nodes that keep pods off although the lab file does not say so. */
final class NodeObjectEvidence {
    /** Taints of kubeadm, cloud controllers and kwok. */
    private static final List<String> OWN = List.of("node-role.kubernetes.io/", "node.cloudprovider.kubernetes.io/",
            "kwok.x-k8s.io/");

    private NodeObjectEvidence() {
    }

    /** @param machines that were brought up */
    static void of(ClusterLists lists, Set<String> machines, ObjectLines lines) {
        Optional<Lab> lab = lists.lab();
        if (lab.isEmpty()) {
            return;
        }
        List<LiveObject> nodes = lists.of("/api/v1/nodes");
        Set<String> names = nodes.stream().map(LiveObject::name).collect(Collectors.toSet());
        for (Machine machine : lab.get().nodes()) {
            if ((machine.isSimulated() || machines.contains(machine.name())) && !names.contains(machine.name())) {
                lines.say(machine.name(), "the cluster has no node with the name of this machine");
            }
            nodes.stream().filter(node -> node.name().equals(machine.name()))
                    .forEach(node -> taints(node, machine, lines));
        }
    }

    private static void taints(LiveObject node, Machine machine, ObjectLines lines) {
        node.at("spec", "taints").valueStream().map(taint -> new NodeTaint(taint.path("key").asString(""),
                taint.path("value").asString(""), taint.path("effect").asString("")))
                .filter(taint -> taint.isHard() && !Taint.isOfControllers(taint.key())
                        && OWN.stream().noneMatch(taint.key()::startsWith)
                        && machine.node().taints().stream().noneMatch(taint::sameAs))
                .forEach(taint -> lines.say(node.name(), "Node %s has the taint %s, which the lab file does not state"
                        .formatted(node.name(), taint.text())));
    }
}
