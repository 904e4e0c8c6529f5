package org.hybridlab.artifact.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A container image that a box holds: some files of the bundle, alone or on the Debian layer.
 *
 * @param name short, for example {@code etcd}
 * @param reference repository and tag as Kubernetes asks for it, for example {@code registry.k8s.io/etcd:3.6.16-0}
 * @param onBase whether it stands on the Debian layer; else on nothing
 * @param files path in the image and name in the bundle
 */
public record ImageSpec(String name, String reference, boolean onBase, Map<String, String> files,
                        List<String> entrypoint, List<String> command) {
    public ImageSpec {
        files = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(files));
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
    }

    /** What follows the colon; kubeadm's {@code imageTag}. */
    public String tag() {
        return reference.substring(reference.lastIndexOf(':') + 1);
    }
}
