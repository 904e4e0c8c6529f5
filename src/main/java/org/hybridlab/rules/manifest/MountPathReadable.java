package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** In double quotes, YAML reads {@code "}C:&#92;temp{@code "} as C:, a tab, and emp. */
final class MountPathReadable extends PodRule {
    MountPathReadable() {
        super("mount-path-escape", "A path of a mount is one that can be read: no backslash in it became a tab.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return Mounts.paths(pod).filter(path -> !Mounts.readable(path))
                .map(path -> new Flaw(path, "the path holds a control character, which YAML made of a backslash",
                        "Write C:/folder, or double each backslash."));
    }
}
