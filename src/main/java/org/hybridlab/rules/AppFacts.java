package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/**
 * What an app's manifests say, as far as it can be read without rendering templates.
 *
 * @param missing manifests of the lab file that do not exist below the lab's folder, or are folders without manifests
 * @param broken manifests that are not YAML
 * @param nodePorts every fixed NodePort of every Service
 * @param deployments names of Deployments
 * @param complete false if some manifest is a template or unreadable, so that there may be more than was seen
 */
public record AppFacts(List<String> missing, List<Broken> broken, List<NodePort> nodePorts, Set<String> deployments,
                       boolean complete) {
    public AppFacts {
        missing = List.copyOf(missing);
        broken = List.copyOf(broken);
        nodePorts = List.copyOf(nodePorts);
        deployments = Set.copyOf(deployments);
    }

    /** A manifest that is not YAML. */
    public record Broken(String manifest, String reason) {
    }

    /** A NodePort as a manifest fixes it. */
    public record NodePort(String manifest, String service, int port) {
    }
}
