package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.rules.ManifestNode;

/** Where containers have their volumes. */
final class Mounts {
    private Mounts() {
    }

    /** Every {@code mountPath} of a pod. */
    static Stream<ManifestNode> paths(PodSpec pod) {
        return pod.containers().stream().flatMap(container -> container.at("volumeMounts").items().stream())
                .map(mount -> mount.at("mountPath")).filter(ManifestNode::isPresent);
    }

    /** Whether no backslash of the path became a control character. */
    static boolean readable(ManifestNode path) {
        return path.text().orElse("").chars().noneMatch(Character::isISOControl);
    }
}
