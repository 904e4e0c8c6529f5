package org.hybridlab.cluster.api;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where the API server keeps objects of a kind. Of the kinds that most manifests are made of it is known; of others the
 * server's own discovery documents say, each of which is read once.
 */
final class ResourcePaths {
    /** Part of Kubernetes' API, and as stable: the plural by apiVersion and kind. */
    private static final Map<String, String> NAMESPACED = Map.ofEntries(
            Map.entry("v1/ConfigMap", "configmaps"), Map.entry("v1/Secret", "secrets"),
            Map.entry("v1/Service", "services"), Map.entry("v1/ServiceAccount", "serviceaccounts"),
            Map.entry("v1/Pod", "pods"), Map.entry("v1/PersistentVolumeClaim", "persistentvolumeclaims"),
            Map.entry("apps/v1/Deployment", "deployments"), Map.entry("apps/v1/DaemonSet", "daemonsets"),
            Map.entry("apps/v1/StatefulSet", "statefulsets"), Map.entry("batch/v1/Job", "jobs"),
            Map.entry("batch/v1/CronJob", "cronjobs"),
            Map.entry("rbac.authorization.k8s.io/v1/Role", "roles"),
            Map.entry("rbac.authorization.k8s.io/v1/RoleBinding", "rolebindings"));
    private static final Map<String, String> OF_THE_CLUSTER = Map.of("v1/Namespace", "namespaces", "v1/Node", "nodes",
            "rbac.authorization.k8s.io/v1/ClusterRole", "clusterroles",
            "rbac.authorization.k8s.io/v1/ClusterRoleBinding", "clusterrolebindings");

    private final ApiServer api;
    private final Map<String, JsonNode> groups = new ConcurrentHashMap<>();

    ResourcePaths(ApiServer api) {
        this.api = api;
    }

    /** For example {@code /apis/apps/v1/namespaces/default/deployments/web}. */
    String of(Manifest object) {
        String kind = object.apiVersion() + "/" + object.kind();
        if (NAMESPACED.containsKey(kind)) {
            return path(object, true, NAMESPACED.get(kind));
        }
        if (OF_THE_CLUSTER.containsKey(kind)) {
            return path(object, false, OF_THE_CLUSTER.get(kind));
        }
        JsonNode resource = resource(object);
        return path(object, resource.path("namespaced").asBoolean(), resource.path("name").asString());
    }

    private static String path(Manifest object, boolean namespaced, String plural) {
        return group(object) + (namespaced ? "/namespaces/" + object.namespace() : "") + "/" + plural + "/"
                + object.name();
    }

    private static String group(Manifest object) {
        return (object.apiVersion().contains("/") ? "/apis/" : "/api/") + object.apiVersion();
    }

    private JsonNode resource(Manifest object) {
        for (JsonNode resource : discovery(group(object)).path("resources")) {
            // "deployments/scale" and its like are of the same kind, but no place to apply to.
            if (resource.path("kind").asString().equals(object.kind())
                    && !resource.path("name").asString().contains("/")) {
                return resource;
            }
        }
        throw LabException.labFailed("manifest-kind-unknown", "The cluster does not know the kind %s of %s."
                .formatted(object.kind(), object.apiVersion()), "Check apiVersion and kind of " + object.reference()
                + " in its manifest.");
    }

    /** Nothing of a group that the cluster does not have, be it only yet. */
    private JsonNode discovery(String group) {
        JsonNode known = groups.get(group);
        if (known != null) {
            return known;
        }
        Optional<JsonNode> found = api.find(group);
        found.ifPresent(document -> groups.put(group, document));
        return found.orElseGet(JsonMapper.shared()::createObjectNode);
    }
}
