package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/**
 * What an app's manifests say, as far as it can be read without rendering templates.
 *
 * @param missing manifests of the lab file that do not exist below the lab's folder
 * @param nodePorts every fixed NodePort of every Service
 * @param deployments names of Deployments
 * @param complete false if some manifest is a template, so that more may come out of it than was seen
 */
public record AppFacts(List<String> missing, List<NodePort> nodePorts, Set<String> deployments, boolean complete) {
    public AppFacts {
        missing = List.copyOf(missing);
        nodePorts = List.copyOf(nodePorts);
        deployments = Set.copyOf(deployments);
    }

    /** A NodePort as a manifest fixes it. */
    public record NodePort(String manifest, String service, int port) {
    }
}
