package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** Windows has no network namespace of the host to share, except with HostProcess containers. */
final class WindowsHostNetwork extends PodRule {
    WindowsHostNetwork() {
        super("windows-host-network", "Pods for Windows are in the host's network only as HostProcess pods.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.isWindows() && pod.node().at("hostNetwork").isTrue() && !pod.isHostProcess()
                ? Stream.of(new Flaw(pod.node().at("hostNetwork"), "Windows containers cannot be in the host's network",
                        "Leave it out, or make it a HostProcess pod.")) : Stream.of();
    }
}
