package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** The API server refuses them in pods that declare Linux; elsewhere they do nothing. */
final class WindowsOptionsOnLinux extends PodRule {
    private static final String KEY = "windowsOptions";

    WindowsOptionsOnLinux() {
        super("linux-windows-options", "Only pods for Windows have windowsOptions.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.isWindows() ? Stream.of() : Stream.concat(Stream.of(pod.node()), pod.containers().stream())
                .map(node -> node.at("securityContext", KEY)).filter(node -> node.isPresent())
                .map(node -> new Flaw(node, "the pod is for Linux, which has no windowsOptions",
                        "Leave them out, or write `os: {name: windows}`."));
    }
}
