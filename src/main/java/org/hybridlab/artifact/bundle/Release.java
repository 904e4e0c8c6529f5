package org.hybridlab.artifact.bundle;

import java.util.Map;

import org.hybridlab.config.model.KubernetesVersion;

/**
 * A Kubernetes release with the versions of all that goes with it.
 *
 * @param versions by component, Kubernetes itself included
 */
public record Release(KubernetesVersion kubernetes, Map<String, String> versions) {
    public Release {
        versions = Map.copyOf(versions);
    }
}
