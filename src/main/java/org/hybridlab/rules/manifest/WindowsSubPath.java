package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** Windows mounts folders only, and what lies in these volumes are files. */
final class WindowsSubPath extends PodRule {
    private static final String[] OF_FILES = {"configMap", "secret", "downwardAPI", "projected"};

    WindowsSubPath() {
        super("windows-sub-path", "Pods for Windows mount no single files.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        Set<String> ofFiles = pod.node().at("volumes").items().stream()
                .filter(volume -> volume.present(OF_FILES).findAny().isPresent())
                .flatMap(volume -> volume.text("name").stream()).collect(Collectors.toSet());
        return pod.isWindows() ? pod.containers().stream()
                .flatMap(container -> container.at("volumeMounts").items().stream())
                .filter(mount -> mount.text("name").filter(ofFiles::contains).isPresent())
                .map(mount -> mount.at("subPath").or(mount.at("subPathExpr"))).filter(ManifestNode::isPresent)
                .map(path -> new Flaw(path, "Windows cannot mount a single file",
                        "Mount the whole volume into a folder of its own.")) : Stream.of();
    }
}
