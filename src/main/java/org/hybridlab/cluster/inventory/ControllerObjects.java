package org.hybridlab.cluster.inventory;

import java.util.Set;

import tools.jackson.databind.JsonNode;

/** Which objects the cluster's own controllers make and keep: they are neither recorded nor removed. */
final class ControllerObjects {
    /** Of Kubernetes' own parts, kubelets and provisioners. */
    private static final Set<String> KINDS = Set.of("leases.coordination.k8s.io", "endpoints",
            "endpointslices.discovery.k8s.io", "controllerrevisions.apps", "csinodes.storage.k8s.io",
            "certificatesigningrequests.certificates.k8s.io", "volumeattachments.storage.k8s.io",
            "csistoragecapacities.storage.k8s.io", "ipaddresses.networking.k8s.io",
            "storageversions.internal.apiserver.k8s.io", "nodes");
    private static final Set<String> NAMED = Set.of("configmaps/kube-system/extension-apiserver-authentication",
            "configmaps/kube-system/kube-apiserver-legacy-service-account-token-tracking",
            // The token cleaner's and the bootstrap signer's, changed with every join token.
            "configmaps/kube-public/cluster-info", "services/default/kubernetes",
            "servicecidrs.networking.k8s.io//kubernetes");
    /** Every namespace has them. */
    private static final Set<String> IN_EACH_NAMESPACE = Set.of("configmaps/kube-root-ca.crt",
            "serviceaccounts/default");
    private static final Set<String> TOKENS = Set.of("bootstrap.kubernetes.io/token",
            "kubernetes.io/service-account-token");

    private ControllerObjects() {
    }

    static boolean has(ClusterObject object) {
        JsonNode metadata = object.metadata();
        return KINDS.contains(object.kind().id()) || NAMED.contains(object.key())
                || IN_EACH_NAMESPACE.contains(object.kind().id() + "/" + object.name())
                || !metadata.path("ownerReferences").isEmpty()
                || metadata.path("annotations").has("kubernetes.io/config.mirror")
                || metadata.path("labels").has("kube-aggregator.kubernetes.io/automanaged")
                || metadata.path("annotations").path("apf.kubernetes.io/autoupdate-spec").asString("").equals("true")
                || object.kind().id().equals("secrets") && TOKENS.contains(object.json().path("type").asString(""));
    }
}
