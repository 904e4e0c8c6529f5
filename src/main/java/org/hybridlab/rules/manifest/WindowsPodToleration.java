package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** hybridlab taints Windows nodes as they join, as SIG Windows advises. */
final class WindowsPodToleration extends PodRule {
    WindowsPodToleration() {
        super("windows-pod-toleration", "Pods for Windows tolerate the taint of Windows nodes.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        // The book's nodes have no taint, and clusters of others have their own.
        boolean tainted = !lab.network().mode().traits().museum() && !lab.joinsExisting();
        boolean byClass = pod.node().at("runtimeClassName").isPresent();
        return pod.isWindows() && tainted && !byClass && !pod.toleratesWindows() ? Stream.of(new Flaw(
                pod.node().at("tolerations").or(pod.node()), "no Windows node would take the pod",
                "Write tolerations: [{key: os, value: windows, effect: NoSchedule}].")) : Stream.of();
    }
}
