package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.rules.core.ManifestObject;

/**
 * From when until when Kubernetes serves a kind of object in a version of its API (Kubernetes' deprecation guide).
 *
 * @param kind empty: every kind of that version
 * @param since minor of the first release with it
 * @param gone minor of the first release without it; 0: it is still there
 */
record ApiVersion(String apiVersion, String kind, int since, int gone) {
    private static final List<ApiVersion> KNOWN = List.of(
            new ApiVersion("extensions/v1beta1", "Ingress", 1, 22), new ApiVersion("extensions/v1beta1", "", 1, 16),
            new ApiVersion("apps/v1beta1", "", 1, 16), new ApiVersion("apps/v1beta2", "", 1, 16),
            new ApiVersion("networking.k8s.io/v1beta1", "", 14, 22),
            new ApiVersion("networking.k8s.io/v1", "Ingress", 19, 0),
            new ApiVersion("networking.k8s.io/v1", "IngressClass", 19, 0),
            new ApiVersion("rbac.authorization.k8s.io/v1alpha1", "", 1, 22),
            new ApiVersion("rbac.authorization.k8s.io/v1beta1", "", 1, 22),
            new ApiVersion("apiextensions.k8s.io/v1beta1", "", 1, 22),
            new ApiVersion("admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration", 1, 22),
            new ApiVersion("admissionregistration.k8s.io/v1beta1", "ValidatingWebhookConfiguration", 1, 22),
            new ApiVersion("scheduling.k8s.io/v1beta1", "", 1, 22),
            new ApiVersion("certificates.k8s.io/v1beta1", "CertificateSigningRequest", 1, 22),
            new ApiVersion("coordination.k8s.io/v1beta1", "Lease", 1, 22),
            new ApiVersion("storage.k8s.io/v1beta1", "StorageClass", 1, 22),
            new ApiVersion("storage.k8s.io/v1beta1", "CSIDriver", 1, 22),
            new ApiVersion("storage.k8s.io/v1beta1", "CSIStorageCapacity", 19, 27),
            new ApiVersion("batch/v1beta1", "CronJob", 1, 25), new ApiVersion("batch/v1", "CronJob", 21, 0),
            new ApiVersion("discovery.k8s.io/v1beta1", "", 17, 25), new ApiVersion("discovery.k8s.io/v1", "", 21, 0),
            new ApiVersion("events.k8s.io/v1beta1", "", 1, 25), new ApiVersion("policy/v1beta1", "", 1, 25),
            new ApiVersion("policy/v1", "PodDisruptionBudget", 21, 0),
            new ApiVersion("node.k8s.io/v1beta1", "", 14, 25), new ApiVersion("node.k8s.io/v1", "", 20, 0),
            new ApiVersion("autoscaling/v2beta1", "", 1, 25), new ApiVersion("autoscaling/v2beta2", "", 12, 26),
            new ApiVersion("autoscaling/v2", "", 23, 0),
            new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta1", "", 20, 26),
            new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta2", "", 23, 29),
            new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta3", "", 26, 32));

    /** What is known of that object's version; empty: nothing, and so nothing against it. */
    static Optional<ApiVersion> of(ManifestObject object) {
        String version = object.body().text("apiVersion").orElse("");
        return KNOWN.stream().filter(one -> one.apiVersion.equals(version))
                .filter(one -> one.kind.isEmpty() || one.kind.equals(object.kind())).findFirst();
    }

    boolean isGone(KubernetesVersion version) {
        return gone > 0 && version.atLeast(1, gone);
    }

    boolean isEarly(KubernetesVersion version) {
        return !version.atLeast(1, since);
    }
}
