package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.stream.Stream;

/** Whether a pod answers for a service. */
final class ReadyEndpoints {
    private ReadyEndpoints() {
    }

    static boolean has(ClusterLists lists, String namespace, String service) {
        return slices(lists, namespace, service).anyMatch(slice -> slice.at("endpoints").valueStream()
                .anyMatch(endpoint -> endpoint.path("conditions").path("ready").asBoolean(true)));
    }

    /** Whether a pod came, went, or changed its readiness within that time. */
    static boolean haveChangedWithin(Duration age, ClusterLists lists, String namespace, String service) {
        return slices(lists, namespace, service).anyMatch(slice -> slice.hasChangedWithin(age, lists.now()));
    }

    private static Stream<LiveObject> slices(ClusterLists lists, String namespace, String service) {
        return lists.of("/apis/discovery.k8s.io/v1/endpointslices").stream()
                .filter(slice -> slice.namespace().equals(namespace)
                        && slice.text("metadata", "labels", "kubernetes.io/service-name").equals(service));
    }
}
