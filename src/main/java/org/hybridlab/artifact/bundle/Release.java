package org.hybridlab.artifact.bundle;

import java.util.Map;

import org.hybridlab.config.model.KubernetesVersion;

/**
 * A Kubernetes release.
 *
 * @param versions by component, with Kubernetes itself
 */
public record Release(KubernetesVersion kubernetes, Map<String, String> versions) {
    public Release {
        versions = Map.copyOf(versions);
    }
}
