package org.hybridlab.cluster.inventory;

import java.util.List;
import java.util.Set;

import tools.jackson.databind.JsonNode;

/**
 * Objects that the cluster's own controllers create and keep. They are never removed, and rarely recorded. An object of
 * these kinds that was created by kubectl does not count.
 */
final class ControllerObjects {
    /** Of Kubernetes' own parts, kubelets and provisioners. */
    private static final Set<String> KINDS = Set.of("leases.coordination.k8s.io", "endpoints",
            "endpointslices.discovery.k8s.io", "controllerrevisions.apps", "csinodes.storage.k8s.io",
            "certificatesigningrequests.certificates.k8s.io", "volumeattachments.storage.k8s.io",
            "csistoragecapacities.storage.k8s.io", "ipaddresses.networking.k8s.io",
            "storageversions.internal.apiserver.k8s.io", "nodes");
    private static final Set<String> NAMED = Set.of("configmaps/kube-system/extension-apiserver-authentication",
            "configmaps/kube-system/kube-apiserver-legacy-service-account-token-tracking",
            // The token cleaner and the bootstrap signer change it with every join token.
            "configmaps/kube-public/cluster-info", "services/default/kubernetes",
            "servicecidrs.networking.k8s.io//kubernetes");
    /** Only created by its controller. People change it, for example for pull secrets. */
    private static final String ACCOUNT = "serviceaccounts/default";
    private static final Set<String> IN_EACH_NAMESPACE = Set.of("configmaps/kube-root-ca.crt", ACCOUNT);
    private static final String OWNERS = "ownerReferences";
    private static final String KUBECTL = "kubectl";
    /** It also writes into a person's objects: tokens into Secrets, taints onto nodes. */
    private static final String CONTROLLERS = "kube-controller-manager";

    private ControllerObjects() {
    }

    static boolean isInEachNamespace(ClusterObject object) {
        return KINDS.contains(object.kind().id())
                || IN_EACH_NAMESPACE.contains(object.kind().id() + "/" + object.name());
    }

    static boolean has(ClusterObject object) {
        JsonNode metadata = object.metadata();
        return KINDS.contains(object.kind().id()) && !isByHand(object) || NAMED.contains(object.key())
                || IN_EACH_NAMESPACE.contains(object.kind().id() + "/" + object.name())
                || isOwned(object)
                || metadata.path("annotations").has("kubernetes.io/config.mirror")
                || metadata.path("labels").has("kube-aggregator.kubernetes.io/automanaged")
                || metadata.path("annotations").path("apf.kubernetes.io/autoupdate-spec").asString("").equals("true")
                || object.kind().id().equals("secrets") && isToken(object);
    }

    /**
     * Whether a controller created it for another object. {@code kubectl create job --from} sets an owner too, but is
     * known by its annotation or field manager.
     */
    private static boolean isOwned(ClusterObject object) {
        JsonNode metadata = object.metadata();
        if (metadata.path(OWNERS).isEmpty() || metadata.path("annotations").path("cronjob.kubernetes.io/instantiate")
                .asString("").equals("manual")) {
            return false;
        }
        FieldOwners writers = FieldOwners.of(object, entry -> entry.path("manager").asString("").startsWith(KUBECTL))
                .of("metadata", OWNERS);
        return writers.ours().isEmpty() || !writers.others().isEmpty();
    }

    /** Nodes are recorded in another way. */
    static boolean isUnrecorded(ClusterObject object) {
        return object.kind().id().equals("nodes")
                || has(object) && !ACCOUNT.equals(object.kind().id() + "/" + object.name())
                && !BuiltInApis.has(object.json());
    }

    /** Whether a controller created the token, or deletes it at its end. */
    private static boolean isToken(ClusterObject secret) {
        return switch (secret.json().path("type").asString("")) {
            case "bootstrap.kubernetes.io/token" -> secret.json().path("data").has("expiration");
            case "kubernetes.io/service-account-token" -> !isByHand(secret);
            default -> false;
        };
    }

    private static boolean isByHand(ClusterObject object) {
        List<String> managers = object.metadata().path("managedFields").valueStream()
                .map(entry -> entry.path("manager").asString("")).toList();
        boolean isOfService = object.kind().plural().startsWith("endpoint");
        return managers.stream().anyMatch(one -> one.startsWith(KUBECTL)) && managers.stream().allMatch(one ->
                one.startsWith(KUBECTL) || one.equals(CONTROLLERS) && !isOfService);
    }
}
