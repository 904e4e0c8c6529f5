package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.KubernetesVersion;

/**
 * What this installation can bring onto machines.
 *
 * @param releases of Kubernetes, newest first
 */
public record Bundled(List<KubernetesVersion> releases, Set<String> images) {
    public Bundled {
        releases = List.copyOf(releases);
        images = Set.copyOf(images);
    }
}
