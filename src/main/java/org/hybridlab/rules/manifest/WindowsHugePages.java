package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** Windows counts no huge pages. */
final class WindowsHugePages extends PodRule {
    WindowsHugePages() {
        super("windows-huge-pages", "Pods for Windows ask for no huge pages.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.isWindows() ? pod.containers().stream()
                .flatMap(container -> container.at("resources").present("limits", "requests"))
                .flatMap(amounts -> amounts.fields().entrySet().stream())
                .filter(amount -> amount.getKey().startsWith("hugepages-"))
                .map(amount -> new Flaw(amount.getValue(), "no Windows node has huge pages", "Ask for memory instead."))
                : Stream.of();
    }
}
