package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** A kubelet on Windows does not make it. */
final class WindowsDnsPolicy extends PodRule {
    WindowsDnsPolicy() {
        super("windows-dns-policy", "Pods for Windows do not use the DNS policy ClusterFirstWithHostNet.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.isWindows() && pod.node().text("dnsPolicy").filter("ClusterFirstWithHostNet"::equals).isPresent()
                ? Stream.of(new Flaw(pod.node().at("dnsPolicy"), "Windows knows no ClusterFirstWithHostNet",
                        "Leave it out: ClusterFirst is usual.")) : Stream.of();
    }
}
