package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A token of a service account that is good on one node: it dies with the node's object, and the API server sees in
 * each request which node it was made for.
 *
 * @param value a secret
 * @param ends by the clock of the cluster, if the API server told it
 */
public record AccountToken(String value, Optional<Instant> ends) {

    /** @param goodFor how long; the API server may make it less */
    public static AccountToken mint(ApiServer api, String namespace, String account, String node, Duration goodFor) {
        String uid = nodeUid(api, node);
        String request = JsonMapper.shared().writeValueAsString(Map.of(
                "apiVersion", "authentication.k8s.io/v1", "kind", "TokenRequest",
                "spec", Map.of("expirationSeconds", goodFor.toSeconds(), "boundObjectRef",
                        Map.of("apiVersion", "v1", "kind", "Node", "name", node, "uid", uid))));
        JsonNode status = api.create("/api/v1/namespaces/%s/serviceaccounts/%s/token".formatted(namespace, account),
                request).path("status");
        String ends = status.path("expirationTimestamp").asString("");
        return new AccountToken(status.path("token").asString(), ends.isEmpty() ? Optional.empty()
                : Optional.of(Instant.parse(ends)));
    }

    /** Another one when the node joins again; its earlier tokens are worth nothing then. */
    public static String nodeUid(ApiServer api, String node) {
        return api.get("/api/v1/nodes/" + node).path("metadata").path("uid").asString();
    }
}
