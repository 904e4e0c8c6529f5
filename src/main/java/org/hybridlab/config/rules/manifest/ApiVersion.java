package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.rules.core.ManifestObject;

/**
 * A version of its API in which Kubernetes no longer serves a kind of object (Kubernetes' deprecation guide).
 *
 * @param kind empty: every kind of that version
 * @param gone minor of the first release without it
 */
record ApiVersion(String apiVersion, String kind, int gone) {
    private static final List<ApiVersion> KNOWN = List.of(
            new ApiVersion("extensions/v1beta1", "Ingress", 22), new ApiVersion("extensions/v1beta1", "", 16),
            new ApiVersion("apps/v1beta1", "", 16), new ApiVersion("apps/v1beta2", "", 16),
            new ApiVersion("networking.k8s.io/v1beta1", "", 22),
            new ApiVersion("rbac.authorization.k8s.io/v1alpha1", "", 22),
            new ApiVersion("rbac.authorization.k8s.io/v1beta1", "", 22),
            new ApiVersion("apiextensions.k8s.io/v1beta1", "", 22),
            new ApiVersion("admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration", 22),
            new ApiVersion("admissionregistration.k8s.io/v1beta1", "ValidatingWebhookConfiguration", 22),
            new ApiVersion("scheduling.k8s.io/v1beta1", "", 22),
            new ApiVersion("certificates.k8s.io/v1beta1", "CertificateSigningRequest", 22),
            new ApiVersion("coordination.k8s.io/v1beta1", "Lease", 22),
            new ApiVersion("storage.k8s.io/v1beta1", "StorageClass", 22),
            new ApiVersion("storage.k8s.io/v1beta1", "CSIDriver", 22),
            new ApiVersion("storage.k8s.io/v1beta1", "CSIStorageCapacity", 27),
            new ApiVersion("batch/v1beta1", "CronJob", 25), new ApiVersion("discovery.k8s.io/v1beta1", "", 25),
            new ApiVersion("events.k8s.io/v1beta1", "", 25), new ApiVersion("policy/v1beta1", "", 25),
            new ApiVersion("node.k8s.io/v1beta1", "", 25), new ApiVersion("autoscaling/v2beta1", "", 25),
            new ApiVersion("autoscaling/v2beta2", "", 26),
            new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta1", "", 26),
            new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta2", "", 29),
            new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta3", "", 32));

    /** What is known of that object's version; empty: nothing, and so nothing against it. */
    static Optional<ApiVersion> of(ManifestObject object) {
        String version = object.body().text("apiVersion").orElse("");
        return KNOWN.stream().filter(one -> one.apiVersion.equals(version))
                .filter(one -> one.kind.isEmpty() || one.kind.equals(object.kind())).findFirst();
    }

    boolean isGone(KubernetesVersion version) {
        return version.atLeast(1, gone);
    }
}
