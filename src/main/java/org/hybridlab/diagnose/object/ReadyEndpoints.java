package org.hybridlab.diagnose.object;

/** Whether a pod answers for a service. */
final class ReadyEndpoints {
    private ReadyEndpoints() {
    }

    static boolean has(ClusterLists lists, String namespace, String service) {
        return lists.of("/apis/discovery.k8s.io/v1/endpointslices").stream()
                .filter(slice -> slice.namespace().equals(namespace)
                        && slice.text("metadata", "labels", "kubernetes.io/service-name").equals(service))
                .anyMatch(slice -> slice.at("endpoints").valueStream()
                        .anyMatch(endpoint -> endpoint.path("conditions").path("ready").asBoolean(true)));
    }
}
