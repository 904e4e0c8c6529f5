package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.NodeTaint;

/** Taints of the lab file keep pods off that say nothing of them. */
final class PodTolerations extends PodRule {
    PodTolerations() {
        super("pod-tolerations", "Every pod tolerates the lab file's taints of some machine that it may run on.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        List<Machine> machines = lab.nodes().stream()
                .filter(machine -> machine.isWindows() == pod.isWindows() && pod.selects(machine))
                .filter(machine -> lab.untaint() || !machine.isControlPlane()).toList();
        // A pod that has no machine at all, or names one, is another rule's.
        boolean open = lab.joinsExisting() || pod.node().at("nodeName").isPresent() || machines.isEmpty()
                || machines.stream().anyMatch(machine -> inTheWay(machine, pod).isEmpty());
        return open ? Stream.of() : inTheWay(machines.get(0), pod).map(taint -> new Flaw(
                pod.node().at("tolerations").or(pod.node()),
                "the pod tolerates the taints of no machine; %s has %s".formatted(machines.get(0).name(), taint.text()),
                "Write tolerations: [{key: %s, operator: Exists}], or take the taint off a machine."
                        .formatted(taint.key()))).stream();
    }

    private static Optional<NodeTaint> inTheWay(Machine machine, PodSpec pod) {
        return machine.node().taints().stream().filter(taint -> taint.isHard() && !taint.equals(NodeTaint.WINDOWS))
                .filter(taint -> !pod.tolerates(taint)).findFirst();
    }
}
