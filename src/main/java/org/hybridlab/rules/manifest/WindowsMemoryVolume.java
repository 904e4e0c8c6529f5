package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** Windows has no file system in memory. */
final class WindowsMemoryVolume extends PodRule {
    WindowsMemoryVolume() {
        super("windows-memory-volume", "Pods for Windows have no emptyDir in memory.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return pod.isWindows() ? pod.node().at("volumes").items().stream()
                .map(volume -> volume.at("emptyDir", "medium"))
                .filter(medium -> medium.text().filter("Memory"::equals).isPresent())
                .map(medium -> new Flaw(medium, "Windows cannot keep an emptyDir in memory", "Leave `medium` out."))
                : Stream.of();
    }
}
