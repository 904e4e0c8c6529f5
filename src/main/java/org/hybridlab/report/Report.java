package org.hybridlab.report;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.hybridlab.check.core.CheckResults;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.config.model.Lab;

/**
 * The result of {@code up} or {@code check}.
 *
 * @param provider for people, for example "Docker"
 * @param at end of the checks
 * @param nodes of the cluster; empty if it did not answer
 * @param pods of the apps, for the picture
 * @param timeline of the run that created or changed the lab, if known
 * @param proof how far such Windows machines are proven, if the lab has any
 */
public record Report(Lab lab, String provider, String version, Instant at, CheckResults checks, List<Node> nodes,
                     List<Pod> pods, Optional<Timeline> timeline, Optional<String> proof) {
    public Report {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
    }
}
