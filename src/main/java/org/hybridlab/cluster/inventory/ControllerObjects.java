package org.hybridlab.cluster.inventory;

import java.util.List;
import java.util.Set;

import tools.jackson.databind.JsonNode;

/**
 * Which objects the cluster's own controllers make and keep: they are not removed, and most are not recorded. Of their
 * kinds, what somebody made by kubectl is no controller's.
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
            // The token cleaner's and the bootstrap signer's, changed with every join token.
            "configmaps/kube-public/cluster-info", "services/default/kubernetes",
            "servicecidrs.networking.k8s.io//kubernetes");
    /** People change it, as to name a secret for pulling images; its controller only makes it. */
    private static final String ACCOUNT = "serviceaccounts/default";
    /** Every namespace has them. */
    private static final Set<String> IN_EACH_NAMESPACE = Set.of("configmaps/kube-root-ca.crt", ACCOUNT);
    private static final String OWNERS = "ownerReferences";
    private static final String KUBECTL = "kubectl";
    /** It writes into what people make, too: tokens into Secrets, taints onto nodes. */
    private static final String CONTROLLERS = "kube-controller-manager";

    private ControllerObjects() {
    }

    /** Whether it comes and goes with any namespace, and with what is in it. */
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
     * Whether a controller made it for another object. {@code kubectl create job --from} names an owner too, and says
     * who wrote that, as does the mark that other clients set.
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

    /** Whether it is nobody's to record. Nodes are recorded in another way. */
    static boolean isUnrecorded(ClusterObject object) {
        return object.kind().id().equals("nodes")
                || has(object) && !ACCOUNT.equals(object.kind().id() + "/" + object.name())
                && !BuiltInApis.has(object.json());
    }

    /** Whether a controller made the token, or takes it away when it ends. */
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
