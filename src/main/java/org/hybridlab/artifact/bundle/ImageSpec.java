package org.hybridlab.artifact.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An image of a box: files of the bundle, alone or on the Debian layer.
 *
 * @param name short, for example {@code etcd}
 * @param reference as Kubernetes uses it, for example {@code registry.k8s.io/etcd:3.6.16-0}
 * @param onBase whether it has the Debian layer
 * @param files path in the image, and name in the bundle
 */
public record ImageSpec(String name, String reference, boolean onBase, Map<String, String> files,
                        List<String> entrypoint, List<String> command) {
    public ImageSpec {
        files = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(files));
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
    }

    public String tag() {
        return reference.substring(reference.lastIndexOf(':') + 1);
    }
}
