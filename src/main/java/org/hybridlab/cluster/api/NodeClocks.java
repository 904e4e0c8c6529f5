package org.hybridlab.cluster.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What the clocks of a cluster's nodes show, by the API server's own. Each kubelet renews its node's Lease every few
 * seconds, with a moment of its own clock, and the API server writes down when by its clock.
 *
 * @param now by the API server's clock
 * @param silent how long ago each node's kubelet renewed its Lease; not there for nodes without one
 * @param behind how far each node's clock is behind that, negative if it is ahead; not there for nodes without a Lease
 */
public record NodeClocks(Instant now, Map<String, Duration> behind, Map<String, Duration> silent) {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";

    public NodeClocks {
        behind = Map.copyOf(behind);
        silent = Map.copyOf(silent);
    }

    public static NodeClocks of(ApiServer api) {
        Map<String, Duration> behind = new HashMap<>();
        Map<String, Duration> silent = new HashMap<>();
        JsonNode leases = api.find(LEASES).map(list -> list.path("items")).orElseGet(MissingNode::getInstance);
        Instant now = api.now();
        for (JsonNode lease : leases) {
            String node = lease.path("metadata").path("name").asString();
            seen(lease).ifPresent(seen -> {
                silent.put(node, Duration.between(seen, now));
                // To the second, as the API server has it; less than two are the way to it.
                moment(lease.path("spec").path("renewTime")).map(renewed -> Duration.between(renewed, seen))
                        .filter(time -> time.abs().compareTo(Duration.ofSeconds(2)) > 0)
                        .ifPresent(time -> behind.put(node, time));
            });
        }
        return new NodeClocks(now, behind, silent);
    }

    /** When the API server got the newest renewal. */
    private static Optional<Instant> seen(JsonNode lease) {
        for (JsonNode manager : lease.path("metadata").path("managedFields")) {
            if (manager.path("fieldsV1").path("f:spec").has("f:renewTime")) {
                return moment(manager.path("time"));
            }
        }
        return Optional.empty();
    }

    private static Optional<Instant> moment(JsonNode text) {
        try {
            return Optional.of(Instant.parse(text.asString("")));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** How long ago that was which happened on a node at a moment of its own clock. */
    public Duration since(String node, Instant moment) {
        return Duration.between(moment.plus(behind.getOrDefault(node, Duration.ZERO)), now);
    }
}
