package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/** Required webhooks that do not answer, so that every change is refused. */
final class AdmissionEvidence {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
    private static final List<String> KINDS = List.of("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration");

    /** Replacement of pods, a machine's resume, or apply of a whole manifest take this long. */
    private static final Duration AWAY = Duration.ofSeconds(60);

    private AdmissionEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        for (String kind : KINDS) {
            for (LiveObject configuration : configurations(lists, kind)) {
                List<JsonNode> hooks = configuration.at("webhooks").valueStream().toList();
                for (int index = 0; index < hooks.size(); index++) {
                    JsonNode hook = hooks.get(index);
                    String complaint = isNeeded(hook) ? complaint(lists, configuration, hook) : "";
                    if (!complaint.isEmpty()) {
                        lines.say("%s %s: webhook %d %s %s".formatted(kind, configuration.name(), index,
                                hook.path("name").asString(""), complaint));
                    }
                }
            }
        }
    }

    /** Whether a webhook blocks lease renewals, so that their holders only seem to fail. */
    static boolean refusesLeases(ClusterLists lists) {
        return ControlLoopEvidence.areAllOld(lists) && KINDS.stream()
                .flatMap(kind -> configurations(lists, kind).stream())
                .flatMap(configuration -> configuration.at("webhooks").valueStream())
                .anyMatch(hook -> isNeeded(hook) && isAskedForLeases(hook));
    }

    private static List<LiveObject> configurations(ClusterLists lists, String kind) {
        return lists.of(GROUP + kind.toLowerCase(Locale.ROOT) + "s");
    }

    /** With failurePolicy Ignore, a silent webhook does no harm. */
    private static boolean isNeeded(JsonNode hook) {
        return hook.path("failurePolicy").asString("Fail").equals("Fail");
    }

    private static boolean isAskedForLeases(JsonNode hook) {
        return hook.path("rules").valueStream().anyMatch(rule -> has(rule, "apiGroups", "*", "coordination.k8s.io")
                && has(rule, "operations", "*", "UPDATE") && has(rule, "resources", "*", "*/*", "leases", "leases/*"));
    }

    private static boolean has(JsonNode rule, String key, String... words) {
        return rule.path(key).valueStream().anyMatch(one -> List.of(words).contains(one.asString("")));
    }

    private static String complaint(ClusterLists lists, LiveObject configuration, JsonNode hook) {
        JsonNode service = hook.path("clientConfig").path("service");
        String namespace = service.path("namespace").asString("");
        String name = service.path("name").asString("");
        if (!service.isMissingNode() && lists.find("/api/v1/services", namespace, name).isEmpty()) {
            return configuration.hasChangedWithin(AWAY, lists.now()) ? ""
                    : "needs the service %s/%s, which does not exist".formatted(namespace, name);
        }
        if (!service.isMissingNode() && !ReadyEndpoints.has(lists, namespace, name)) {
            return ReadyEndpoints.haveChangedWithin(AWAY, lists, namespace, name) ? ""
                    : "needs the service %s/%s, which has no ready endpoint".formatted(namespace, name);
        }
        return isUnanswered(lists, hook) ? "did not answer" : "";
    }

    /** Only rejected requests show whether the webhook answers. */
    private static boolean isUnanswered(ClusterLists lists, JsonNode hook) {
        String refusal = "failed calling webhook \"%s\"".formatted(hook.path("name").asString(""));
        return isAskedForLeases(hook) && ControlLoopEvidence.areAllOld(lists)
                || lists.of("/apis/apps/v1/deployments").stream()
                .flatMap(deployment -> deployment.condition("ReplicaFailure", "True").stream())
                .anyMatch(why -> LiveObject.summary(why).contains(refusal));
    }

    static final class ReadyEndpoints {
        private ReadyEndpoints() {
        }

        static boolean has(ClusterLists lists, String namespace, String service) {
            return slices(lists, namespace, service).anyMatch(slice -> slice.at("endpoints").valueStream()
                    .anyMatch(endpoint -> endpoint.path("conditions").path("ready").asBoolean(true)));
        }

        /** Whether pods came, went, or changed readiness within that time. */
        static boolean haveChangedWithin(Duration age, ClusterLists lists, String namespace, String service) {
            return slices(lists, namespace, service).anyMatch(slice -> slice.hasChangedWithin(age, lists.now()));
        }

        private static Stream<LiveObject> slices(ClusterLists lists, String namespace, String service) {
            return lists.of("/apis/discovery.k8s.io/v1/endpointslices").stream()
                    .filter(slice -> slice.namespace().equals(namespace)
                            && slice.text("metadata", "labels", "kubernetes.io/service-name").equals(service));
        }
    }
}
