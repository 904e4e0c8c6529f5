package org.hybridlab.config.rules.manifest;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.config.rules.core.Suggestion;

/**
 * Kinds of Kubernetes' own API by apiVersion, as registered by k8s.io/api, kube-aggregator and apiextensions-apiserver
 * of 1.36, and removed ones. {@link ObjectRules.ApiVersion} says until when.
 */
final class ApiKinds {
    private static final String TABLE = """
            v1: Pod PodTemplate ReplicationController Service Endpoints Node Binding Event LimitRange ResourceQuota \
            Namespace Secret ServiceAccount PersistentVolume PersistentVolumeClaim ComponentStatus ConfigMap
            admissionregistration.k8s.io/v1: ValidatingWebhookConfiguration MutatingWebhookConfiguration \
            ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding MutatingAdmissionPolicy \
            MutatingAdmissionPolicyBinding
            admissionregistration.k8s.io/v1beta1: ValidatingWebhookConfiguration MutatingWebhookConfiguration \
            ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding MutatingAdmissionPolicy \
            MutatingAdmissionPolicyBinding
            admissionregistration.k8s.io/v1alpha1: ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding \
            MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
            apiextensions.k8s.io/v1: CustomResourceDefinition
            apiextensions.k8s.io/v1beta1: CustomResourceDefinition
            apiregistration.k8s.io/v1: APIService
            apiregistration.k8s.io/v1beta1: APIService
            apps/v1: Deployment StatefulSet DaemonSet ReplicaSet ControllerRevision
            apps/v1beta1: Deployment StatefulSet ControllerRevision
            apps/v1beta2: Deployment StatefulSet DaemonSet ReplicaSet ControllerRevision
            authentication.k8s.io/v1: TokenReview TokenRequest SelfSubjectReview
            authorization.k8s.io/v1: SelfSubjectRulesReview SelfSubjectAccessReview SubjectAccessReview \
            LocalSubjectAccessReview
            autoscaling/v1: HorizontalPodAutoscaler
            autoscaling/v2: HorizontalPodAutoscaler
            autoscaling/v2beta1: HorizontalPodAutoscaler
            autoscaling/v2beta2: HorizontalPodAutoscaler
            batch/v1: Job CronJob
            batch/v1beta1: CronJob
            certificates.k8s.io/v1: CertificateSigningRequest
            certificates.k8s.io/v1beta1: CertificateSigningRequest ClusterTrustBundle PodCertificateRequest
            certificates.k8s.io/v1alpha1: ClusterTrustBundle PodCertificateRequest
            coordination.k8s.io/v1: Lease
            coordination.k8s.io/v1beta1: Lease LeaseCandidate
            coordination.k8s.io/v1alpha2: LeaseCandidate
            discovery.k8s.io/v1: EndpointSlice
            discovery.k8s.io/v1beta1: EndpointSlice
            events.k8s.io/v1: Event
            events.k8s.io/v1beta1: Event
            extensions/v1beta1: Deployment DaemonSet Ingress ReplicaSet NetworkPolicy PodSecurityPolicy
            flowcontrol.apiserver.k8s.io/v1: FlowSchema PriorityLevelConfiguration
            flowcontrol.apiserver.k8s.io/v1beta1: FlowSchema PriorityLevelConfiguration
            flowcontrol.apiserver.k8s.io/v1beta2: FlowSchema PriorityLevelConfiguration
            flowcontrol.apiserver.k8s.io/v1beta3: FlowSchema PriorityLevelConfiguration
            internal.apiserver.k8s.io/v1alpha1: StorageVersion
            networking.k8s.io/v1: Ingress IngressClass NetworkPolicy IPAddress ServiceCIDR
            networking.k8s.io/v1beta1: Ingress IngressClass IPAddress ServiceCIDR
            node.k8s.io/v1: RuntimeClass
            node.k8s.io/v1beta1: RuntimeClass
            policy/v1: PodDisruptionBudget Eviction
            policy/v1beta1: PodDisruptionBudget PodSecurityPolicy
            rbac.authorization.k8s.io/v1: Role RoleBinding ClusterRole ClusterRoleBinding
            rbac.authorization.k8s.io/v1beta1: Role RoleBinding ClusterRole ClusterRoleBinding
            rbac.authorization.k8s.io/v1alpha1: Role RoleBinding ClusterRole ClusterRoleBinding
            resource.k8s.io/v1: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
            resource.k8s.io/v1beta1: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
            resource.k8s.io/v1beta2: DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice
            resource.k8s.io/v1alpha3: DeviceTaintRule ResourcePoolStatusRequest
            scheduling.k8s.io/v1: PriorityClass
            scheduling.k8s.io/v1beta1: PriorityClass
            scheduling.k8s.io/v1alpha2: Workload PodGroup
            storage.k8s.io/v1: StorageClass VolumeAttachment CSINode CSIDriver CSIStorageCapacity VolumeAttributesClass
            storage.k8s.io/v1beta1: StorageClass VolumeAttachment CSINode CSIDriver CSIStorageCapacity \
            VolumeAttributesClass
            storage.k8s.io/v1alpha1: VolumeAttachment CSIStorageCapacity VolumeAttributesClass
            storagemigration.k8s.io/v1beta1: StorageVersionMigration
            """;
    private static final Map<String, Set<String>> KINDS = TABLE.lines().map(line -> line.split(": "))
            .collect(Collectors.toMap(parts -> parts[0], parts ->
            new LinkedHashSet<>(Arrays.asList(parts[1].split(" "))),
                    (first, second) -> first, LinkedHashMap::new));
    private static final Set<String> GROUPS = KINDS.keySet().stream().map(ApiKinds::group)
            .collect(Collectors.toUnmodifiableSet());

    private ApiKinds() {
    }

    static String group(String apiVersion) {
        return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    }

    static boolean has(String apiVersion, String kind) {
        return KINDS.getOrDefault(apiVersion, Set.of()).contains(kind);
    }

    /** Kubernetes' own groups, in which nobody else defines kinds. */
    static boolean isGroup(String name) {
        return GROUPS.contains(name);
    }

    /** The first apiVersion of the kind, which is the stable one if there is one. */
    static Optional<String> versionOf(String kind) {
        return KINDS.entrySet().stream().filter(one -> one.getValue().contains(kind)).map(Map.Entry::getKey)
                .findFirst();
    }

    static Optional<String> nearest(String kind) {
        List<String> kinds = KINDS.values().stream().flatMap(Set::stream).distinct().toList();
        return Suggestion.nearest(kind, new TreeSet<>(kinds));
    }
}
