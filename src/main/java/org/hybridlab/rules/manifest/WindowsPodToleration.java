package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;

/** hybridlab taints Windows nodes as they join, as SIG Windows advises. */
final class WindowsPodToleration extends PodRule {
    WindowsPodToleration() {
        super("windows-pod-toleration", "Pods for Windows tolerate the taint of Windows nodes.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        // Clusters of others have nodes of their own.
        boolean tainted = !lab.joinsExisting()
                && pod.windowsMachines(lab).stream().allMatch(Machine::hasWindowsTaint);
        boolean byClass = pod.node().at("runtimeClassName").isPresent();
        return pod.isWindows() && tainted && !byClass && !pod.toleratesWindows() ? Stream.of(new Flaw(
                pod.node().at("tolerations").or(pod.node()), "no Windows node would take the pod",
                "Write tolerations: [{key: os, value: windows, effect: NoSchedule}].")) : Stream.of();
    }
}
