package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** What no taint keeps away from Windows nodes must keep away by itself. */
final class LinuxPodSelector extends PodRule {
    LinuxPodSelector() {
        super("linux-pod-selector",
                "Beside Windows machines, pods for Linux that Windows nodes would take select Linux nodes.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        boolean untainted = lab.windowsMachines().stream().anyMatch(machine -> !machine.hasWindowsTaint());
        boolean free = pod.selectedOs().isEmpty() && !pod.node().at("affinity", "nodeAffinity").isPresent()
                && !pod.node().at("nodeName").isPresent();
        return lab.hasWindows() && !pod.isWindows() && free && (untainted || pod.toleratesWindows())
                ? Stream.of(new Flaw(pod.node(), "the pod is for Linux, and Windows nodes would take it",
                        "Write nodeSelector: {%s: linux}.".formatted(PodSpec.OS_LABEL))) : Stream.of();
    }
}
