package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** The API server's rule: a HostProcess pod is one altogether. */
final class HostProcessWhole extends PodRule {
    HostProcessWhole() {
        super("host-process", "All containers of a HostProcess pod are HostProcess, and it is in the host's network.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        if (!pod.isHostProcess()) {
            return Stream.of();
        }
        Stream<Flaw> network = pod.node().at("hostNetwork").isTrue() ? Stream.of() : Stream.of(new Flaw(pod.node(),
                "a HostProcess pod is in the host's network", "Write hostNetwork: true."));
        Stream<Flaw> containers = pod.containers().stream()
                .filter(container -> container.at("securityContext", "windowsOptions", "hostProcess").text()
                        .map(own -> !own.equals("true")).orElseGet(() -> !PodSpec.hostProcess(pod.node())))
                .map(container -> new Flaw(container, "this container is not HostProcess, and others of its pod are",
                        "Set hostProcess once, in the pod's own securityContext."));
        return Stream.concat(network, containers);
    }
}
