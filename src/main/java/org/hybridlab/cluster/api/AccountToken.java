package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service account's token that is bound to one node. It dies with the node's object, and each request shows the API
 * server that node.
 *
 * @param value a secret
 * @param ends by the cluster's clock, if the API server told it
 */
public record AccountToken(String value, Optional<Instant> ends) {

    /** @param goodFor how long; the API server may shorten it */
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

    /** A node that joins again has another UID, which ends its earlier tokens. */
    public static String nodeUid(ApiServer api, String node) {
        return api.get("/api/v1/nodes/" + node).path("metadata").path("uid").asString();
    }
}
