package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.KubernetesVersion;

/**
 * What this host can bring onto machines.
 *
 * @param releases of Kubernetes, newest first
 * @param images of the bundle
 * @param loaded images that the user loaded into the lab's machines, by containerd's full names
 */
public record Bundled(List<KubernetesVersion> releases, Set<String> images, Set<String> loaded) {
    public Bundled {
        releases = List.copyOf(releases);
        images = Set.copyOf(images);
        loaded = Set.copyOf(loaded);
    }

    public Bundled withLoaded(Set<String> names) {
        return new Bundled(releases, images, names);
    }
}
