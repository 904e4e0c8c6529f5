package org.hybridlab.cluster.inventory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The certificate authorities by which the API server knows webhooks and other servers. Jobs and controllers of these
 * write them, and write others when the certificates are renewed: the present one is right, if there is one.
 */
final class CaBundles {
    private static final String BUNDLE = "caBundle";
    /** Of a CustomResourceDefinition. */
    private static final String CONVERSION = "/spec/conversion/webhook/clientConfig";

    private CaBundles() {
    }

    /** Lets what an object is to be have those that it has now. */
    static void keep(ClusterObject now, JsonNode wanted) {
        keep(now.json().path("spec"), wanted.path("spec"));
        keep(now.json().at(CONVERSION), wanted.at(CONVERSION));
        wanted.path("webhooks").forEach(hook -> now.json().path("webhooks").valueStream()
                .filter(one -> one.path("name").equals(hook.path("name"))).findFirst()
                .ifPresent(one -> keep(one.path("clientConfig"), hook.path("clientConfig"))));
    }

    private static void keep(JsonNode now, JsonNode wanted) {
        if (wanted instanceof ObjectNode client && !now.path(BUNDLE).asString("").isEmpty()) {
            client.set(BUNDLE, now.path(BUNDLE));
        }
    }
}
