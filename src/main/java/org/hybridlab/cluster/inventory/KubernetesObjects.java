package org.hybridlab.cluster.inventory;

import java.util.Set;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Objects of Kubernetes and kubeadm, which differ between versions. */
final class KubernetesObjects {
    private static final Set<String> NAMESPACES = Set.of("kube-system", "kube-public", "kube-node-lease");
    private static final Set<String> MANAGERS = Set.of("kubeadm", "kube-apiserver", "kube-controller-manager",
            "kube-scheduler", "kubelet");
    /** Prefixes that a person does not choose by chance. */
    private static final Set<String> NAMES = Set.of("kubeadm:", "system:", "system-");
    private static final Set<String> GROUPS = Set.of("rbac.authorization.k8s.io", "scheduling.k8s.io");
    private static final String FLOWS = "flowcontrol.apiserver.k8s.io";

    private KubernetesObjects() {
    }

    static boolean has(RecordedObject object) {
        JsonNode labels = object.essence().orElseGet(JsonMapper.shared()::missingNode).path("metadata").path("labels");
        String group = object.kind().id().substring(object.kind().id().indexOf('.') + 1);
        return object.isIn(NAMESPACES) || BuiltInApis.has(object)
                || labels.has("kubernetes.io/bootstrapping") || group.equals(FLOWS)
                || GROUPS.contains(group) && NAMES.stream().anyMatch(object.name()::startsWith);
    }

    /** True if Kubernetes or kubeadm wrote to it, or the API server does not name the writers. */
    static boolean wrote(ClusterObject object) {
        JsonNode entries = object.metadata().path("managedFields");
        return entries.isEmpty() || entries.valueStream().anyMatch(KubernetesObjects::wrote);
    }

    /** @param entry of managedFields */
    static boolean wrote(JsonNode entry) {
        return FieldOwner.isOfApply(entry) || MANAGERS.contains(entry.path("manager").asString(""));
    }
}
