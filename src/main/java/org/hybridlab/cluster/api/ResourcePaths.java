package org.hybridlab.cluster.api;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** API paths of kinds. Common kinds are built in. For others it reads the server's discovery documents, each once. */
final class ResourcePaths {
    /** Plurals by apiVersion and kind, as stable as Kubernetes' API. */
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

    private static final String UNKNOWN = "manifest-kind-unknown";
    /** Not retried, since this attempt waited. */
    private static final String NOT_SERVED = "wait-timed-out";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    /** With several API servers, each waits 5 s before it serves a new kind. Emulated machines are slower. */
    private static final Duration SERVED = Duration.ofMinutes(1);

    private final ApiServer api;
    private final Duration served;
    private final Map<String, JsonNode> groups = new ConcurrentHashMap<>();

    ResourcePaths(ApiServer api) {
        this(api, SERVED);
    }

    /** @param served limit for a defined kind to be served */
    ResourcePaths(ApiServer api, Duration served) {
        this.api = api;
        this.served = served;
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

    /** Empty if the cluster does not know the kind yet. */
    Optional<String> find(Manifest object) {
        try {
            return Optional.of(of(object));
        } catch (LabException e) {
            if (!e.id().equals(UNKNOWN)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /**
     * The same as {@link #of}, but waits until the API server serves a kind that is defined.
     *
     * @throws LabException {@code wait-timed-out} if the kind is defined, but not served in time
     */
    String awaited(Manifest object, Cancellation cancellation) {
        Optional<String> known = find(object);
        Optional<String> definition = known.isPresent() ? Optional.empty() : definition(object);
        if (definition.isEmpty()) {
            return known.orElseGet(() -> of(object));
        }
        return Wait.until("the API server serves the kind %s of %s".formatted(object.kind(), object.apiVersion()),
                        served)
                .orFail(NOT_SERVED, "Its definition is there. See its conditions: hybridlab kubectl LAB describe crd "
                        + definition.get())
                .that(() -> find(object), Optional::isPresent, found -> "it does not yet", cancellation).orElseThrow();
    }

    /** Name of the CustomResourceDefinition of the kind. */
    private Optional<String> definition(Manifest object) {
        return api.find(DEFINITIONS).stream().flatMap(all -> all.path("items").valueStream())
                .filter(one -> defines(one.path("spec"), object))
                .map(one -> one.path("metadata").path("name").asString("")).findFirst();
    }

    private static boolean defines(JsonNode spec, Manifest object) {
        return spec.path("names").path("kind").asString("").equals(object.kind())
                && object.apiVersion().startsWith(spec.path("group").asString("") + "/");
    }

    private static String path(Manifest object, boolean namespaced, String plural) {
        return group(object) + (namespaced ? "/namespaces/" + object.namespace() : "") + "/" + plural + "/"
                + object.name();
    }

    private static String group(Manifest object) {
        return (object.apiVersion().contains("/") ? "/apis/" : "/api/") + object.apiVersion();
    }

    private JsonNode resource(Manifest object) {
        boolean asked = !groups.containsKey(group(object));
        Optional<JsonNode> known = resource(object, discovery(group(object)));
        if (known.isEmpty() && !asked) {
            // A group may get more kinds.
            groups.remove(group(object));
            known = resource(object, discovery(group(object)));
        }
        return known.orElseThrow(() -> LabException.labFailed(UNKNOWN, "The cluster does not know the kind %s of %s."
                .formatted(object.kind(), object.apiVersion()), "Check apiVersion and kind of " + object.reference()
                + " in its manifest."));
    }

    private static Optional<JsonNode> resource(Manifest object, JsonNode group) {
        // Skips subresources such as "deployments/scale".
        return group.path("resources").valueStream().filter(resource -> resource.path("kind").asString()
                .equals(object.kind()) && !resource.path("name").asString().contains("/")).findFirst();
    }

    /** Empty for a group that the cluster does not have yet. */
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
