package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** Windows has neither block devices nor mounts that spread, in containers. */
final class WindowsMounts extends PodRule {
    private static final Set<String> KINDS = Set.of("Socket", "CharDevice", "BlockDevice");

    WindowsMounts() {
        super("windows-mounts", "Pods for Windows use no block devices, no mount propagation and no device files.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        if (!pod.isWindows()) {
            return Stream.of();
        }
        Stream<ManifestNode> devices = pod.containers().stream()
                .flatMap(container -> container.present("volumeDevices"));
        Stream<ManifestNode> propagation = pod.containers().stream()
                .flatMap(container -> container.at("volumeMounts").items().stream())
                .flatMap(mount -> mount.present("mountPropagation"))
                .filter(node -> node.text().filter(word -> !word.equals("None")).isPresent());
        Stream<ManifestNode> files = pod.node().at("volumes").items().stream()
                .map(volume -> volume.at("hostPath", "type"))
                .filter(type -> type.text().filter(KINDS::contains).isPresent());
        return Stream.of(devices, propagation, files).flatMap(nodes -> nodes).map(node -> new Flaw(node,
                "Windows containers cannot do this", "Mount a folder instead."));
    }
}
