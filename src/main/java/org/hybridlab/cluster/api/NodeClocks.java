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
 * The clocks of a cluster's nodes against the API server's. Each kubelet renews its node's Lease every few seconds by
 * its own clock, and the API server records when. Nodes without a Lease have no entries.
 *
 * @param now by the API server's clock
 * @param silent time since the last renewal
 * @param behind how far each node's clock is behind, negative if it is ahead
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
                // The API server records seconds. Less than two are the time on the way.
                moment(lease.path("spec").path("renewTime")).map(renewed -> Duration.between(renewed, seen))
                        .filter(time -> time.abs().compareTo(Duration.ofSeconds(2)) > 0)
                        .ifPresent(time -> behind.put(node, time));
            });
        }
        return new NodeClocks(now, behind, silent);
    }

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

    /** Time since a moment of the node's own clock. */
    public Duration since(String node, Instant moment) {
        return Duration.between(moment.plus(behind.getOrDefault(node, Duration.ZERO)), now);
    }
}
