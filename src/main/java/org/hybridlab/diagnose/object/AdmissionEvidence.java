package org.hybridlab.diagnose.object;

import java.util.List;
import java.util.Locale;

import tools.jackson.databind.JsonNode;

/** Webhooks that must be asked before an object changes, and whose service nobody serves: they refuse everything. */
final class AdmissionEvidence {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";

    private AdmissionEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        for (String kind : List.of("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration")) {
            for (LiveObject configuration : lists.of(GROUP + kind.toLowerCase(Locale.ROOT) + "s")) {
                List<JsonNode> hooks = configuration.at("webhooks").valueStream().toList();
                for (int index = 0; index < hooks.size(); index++) {
                    JsonNode service = hooks.get(index).path("clientConfig").path("service");
                    // Where it is only asked, a silent one does no harm; an address outside of the cluster is unknown.
                    if (!hooks.get(index).path("failurePolicy").asString("Fail").equals("Fail")
                            || service.isMissingNode()) {
                        continue;
                    }
                    String complaint = complaint(lists, service);
                    if (!complaint.isEmpty()) {
                        lines.say("%s %s: webhook %d %s needs the service %s/%s, which %s".formatted(kind,
                                configuration.name(), index, hooks.get(index).path("name").asString(""),
                                service.path("namespace").asString(""), service.path("name").asString(""),
                                complaint));
                    }
                }
            }
        }
    }

    private static String complaint(ClusterLists lists, JsonNode service) {
        String namespace = service.path("namespace").asString("");
        String name = service.path("name").asString("");
        if (lists.find("/api/v1/services", namespace, name).isEmpty()) {
            return "does not exist";
        }
        return ReadyEndpoints.has(lists, namespace, name) ? "" : "has no ready endpoint";
    }
}
