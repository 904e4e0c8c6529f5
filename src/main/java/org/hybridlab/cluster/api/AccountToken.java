package org.hybridlab.cluster.api;

import java.time.Duration;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/**
 * A token of a service account that is good on one node: it dies with the node's object, and the API server sees in
 * each request which node it was made for.
 */
public final class AccountToken {
    private AccountToken() {
    }

    /**
     * @param goodFor how long; the API server may make it less
     * @return the token, a secret
     */
    public static String mint(ApiServer api, String namespace, String account, String node, Duration goodFor) {
        String uid = nodeUid(api, node);
        String request = JsonMapper.shared().writeValueAsString(Map.of(
                "apiVersion", "authentication.k8s.io/v1", "kind", "TokenRequest",
                "spec", Map.of("expirationSeconds", goodFor.toSeconds(), "boundObjectRef",
                        Map.of("apiVersion", "v1", "kind", "Node", "name", node, "uid", uid))));
        return api.create("/api/v1/namespaces/%s/serviceaccounts/%s/token".formatted(namespace, account), request)
                .path("status").path("token").asString();
    }

    /** Another one when the node joins again; its earlier tokens are worth nothing then. */
    public static String nodeUid(ApiServer api, String node) {
        return api.get("/api/v1/nodes/" + node).path("metadata").path("uid").asString();
    }
}
