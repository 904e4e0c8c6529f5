package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** No Windows image has them. */
final class WindowsCommand extends PodRule {
    private static final Set<String> LINUX = Set.of("sh", "bash", "/bin/sh", "/bin/bash");

    WindowsCommand() {
        super("windows-command", "Containers for Windows are not started, or probed, by a Linux shell.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.isWindows() ? pod.containers().stream().flatMap(WindowsCommand::commands)
                .flatMap(command -> command.items().stream().limit(1))
                .filter(word -> word.text().filter(LINUX::contains).isPresent())
                .map(word -> new Flaw(word, "Windows has no " + word.text().orElseThrow(),
                        "Take cmd or powershell, if the image has it.")) : Stream.of();
    }

    private static Stream<ManifestNode> commands(ManifestNode container) {
        Stream<ManifestNode> probes = container.present("livenessProbe", "readinessProbe", "startupProbe")
                .map(probe -> probe.at("exec", "command"));
        Stream<ManifestNode> hooks = container.at("lifecycle").present("postStart", "preStop")
                .map(hook -> hook.at("exec", "command"));
        return Stream.of(Stream.of(container.at("command")), probes, hooks).flatMap(nodes -> nodes);
    }
}
