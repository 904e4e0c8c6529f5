package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;

/** Without one, the scheduler may put it on a Linux node, which cannot run it. */
final class WindowsPodSelector extends PodRule {
    WindowsPodSelector() {
        super("windows-pod-selector", "Pods for Windows select Windows nodes.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.isWindows() && pod.selectedOs().isEmpty() && !namesOs(pod) && !keptOffLinux(pod,
                lab) ? Stream.of(new Flaw(pod.node(),
                "the pod is for Windows, and Linux nodes would get it too",
                "Write nodeSelector: {%s: windows}.".formatted(PodSpec.OS_LABEL))) : Stream.of();
    }

    /** Whether the lab file's taints keep it off every Linux machine, so that Windows is where pods go. */
    private static boolean keptOffLinux(PodSpec pod, Lab lab) {
        List<Machine> linux = lab.nodes().stream().filter(machine -> !machine.isWindows())
                .filter(machine -> lab.untaint() || !machine.isControlPlane()).toList();
        return !lab.joinsExisting() && !linux.isEmpty() && linux.stream().allMatch(machine -> machine.node().taints()
                .stream().anyMatch(taint -> taint.isHard() && !pod.tolerates(taint)));
    }

    /** Node affinity may say it as well. */
    private static boolean namesOs(PodSpec pod) {
        return pod.node().at("affinity", "nodeAffinity").isPresent() || pod.node().at("nodeName").isPresent()
                || pod.node().at("runtimeClassName").isPresent();
    }
}
