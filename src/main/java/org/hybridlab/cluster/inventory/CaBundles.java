package org.hybridlab.cluster.inventory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** CA bundles of webhooks and aggregated APIs. Controllers renew them: the present one is right unless by kubectl. */
final class CaBundles {
    private static final String BUNDLE = "caBundle";
    private static final String CLIENT = "clientConfig";
    private static final String HOOKS = "webhooks";

    private CaBundles() {
    }

    /** Copies the present bundles into the wanted object. */
    static void keep(ClusterObject now, JsonNode wanted) {
        FieldOwners owners = FieldOwners.of(now, entry -> entry.path("manager").asString("").startsWith("kubectl"));
        switch (now.kind().id()) {
            case BuiltInApis.SERVICES -> {
                // One that the API server serves itself has no bundle.
                if (wanted.path("spec").has("service")) {
                    keep(now.json().path("spec"), wanted.path("spec"), owners.of("spec"));
                }
            }
            case InventoryRestore.DEFINITIONS -> {
                String client = "/spec/conversion/webhook/" + CLIENT;
                keep(now.json().at(client), wanted.at(client), owners.of("spec", "conversion", "webhook", CLIENT));
            }
            case "validatingwebhookconfigurations.admissionregistration.k8s.io",
                    "mutatingwebhookconfigurations.admissionregistration.k8s.io" ->
                    wanted.path(HOOKS).forEach(hook -> now.json().path(HOOKS).valueStream()
                            .filter(one -> one.path("name").equals(hook.path("name"))).findFirst()
                            .ifPresent(one -> keep(one.path(CLIENT), hook.path(CLIENT),
                                    owners.of(HOOKS).ofItem(one).of(CLIENT))));
            default -> {
                // Bundles of other objects are a person's.
            }
        }
    }

    private static void keep(JsonNode now, JsonNode wanted, FieldOwners owners) {
        FieldOwners bundle = owners.of(BUNDLE);
        boolean isByHand = !bundle.ours().isEmpty() && bundle.others().isEmpty();
        if (wanted instanceof ObjectNode client && !now.path(BUNDLE).asString("").isEmpty() && !isByHand) {
            client.set(BUNDLE, now.path(BUNDLE));
        }
    }
}
