package org.hybridlab.cluster.inventory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.hybridlab.cluster.api.ReadyApi;
import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fake API server that keeps objects as the real one does: finalizers hold what is deleted, nothing is made in a
 * namespace that is ending, a webhook that nobody serves refuses every change but of webhooks, a definition of custom
 * resources waits for these, and a Job's template cannot be changed. Its namespace controller is slow: it never comes.
 */
final class ObjectWorld implements ReadyApi {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    /** Group and version, kind, plural, and whether it has namespaces. */
    private static final List<String[]> KINDS = List.of(kind("v1", "Namespace", "namespaces", ""),
            kind("v1", "Node", "nodes", ""), kind("v1", "Pod", "pods", "ns"),
            kind("v1", "Service", "services", "ns"),
            kind("v1", "ConfigMap", "configmaps", "ns"), kind("v1", "Secret", "secrets", "ns"),
            kind("v1", "PersistentVolumeClaim", "persistentvolumeclaims", "ns"),
            kind("v1", "PersistentVolume", "persistentvolumes", ""),
            kind("v1", "Endpoints", "endpoints", "ns"), kind("v1", "ServiceAccount", "serviceaccounts", "ns"),
            kind("apps/v1", "Deployment", "deployments", "ns"), kind("apps/v1", "StatefulSet", "statefulsets", "ns"),
            kind("autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", "ns"),
            kind("batch/v1", "Job", "jobs", "ns"),
            kind("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration",
                    "validatingwebhookconfigurations", ""),
            kind("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", ""),
            kind("apiregistration.k8s.io/v1", "APIService", "apiservices", ""),
            kind("example.org/v1", "Widget", "widgets", "ns"),
            kind("broken.example.org/v1", "Thing", "things", "ns"));

    final Map<String, ObjectNode> objects = new TreeMap<>();
    /** Paths that fail with 503, those of patches after "PATCH ". */
    final Set<String> unavailable = new TreeSet<>();
    private final FakeApis apis = new FakeApis(objects);
    /** Happens before each deletion, as on a machine that is slow. */
    volatile Runnable beforeDelete = () -> { };
    private int versions;

    private static String[] kind(String version, String kind, String plural, String namespaced) {
        return new String[] {version, kind, plural, namespaced};
    }

    /** @param namespace empty for objects of the whole cluster */
    void put(String version, String plural, String namespace, String name, String fields) {
        String collection = collection(version, plural, namespace);
        ObjectNode object = (ObjectNode) JSON.readTree("{%s}".formatted(fields));
        ObjectNode metadata = object.path("metadata") instanceof ObjectNode own ? own : object.putObject("metadata");
        metadata.put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        store(collection + "/" + name, object, true);
    }

    boolean has(String version, String plural, String namespace, String name) {
        return objects.containsKey(collection(version, plural, namespace) + "/" + name);
    }

    ObjectNode at(String version, String plural, String namespace, String name) {
        return objects.get(collection(version, plural, namespace) + "/" + name);
    }

    private static String collection(String version, String plural, String namespace) {
        return (version.contains("/") ? "/apis/" : "/api/") + version
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + plural;
    }

    private synchronized void store(String path, ObjectNode object, boolean isNew) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.put("resourceVersion", "" + ++versions);
        if (isNew) {
            metadata.put("uid", "uid-" + versions);
            if (path.contains("/jobs/")) {
                FakeJobs.select(object);
            }
        }
        objects.put(path, object);
        apis.register(path, object);
    }

    /**
     * Who wrote into it. Here a change takes all fields from those who had them, and not only what it changed; a list
     * that comes along counts in a patch alone.
     */
    private static void own(ObjectNode object, JsonNode before, String path) {
        ArrayNode all = object.withObject("/metadata").putArray("managedFields");
        before.path("managedFields").forEach(entry -> all.add(entry.path("subresource").isMissingNode()
                ? ((ObjectNode) entry.deepCopy()).putNull("fieldsV1") : entry));
        all.addObject().put("operation", "Update").put("manager", path.contains("fieldManager=")
                ? path.replaceFirst(".*fieldManager=", "") : "Java-http-client");
    }

    @Override
    public JsonNode get(String path) {
        return find(path).orElseThrow(() -> LabException.labFailed("api-refused", path + " (404)", ""));
    }

    @Override
    public synchronized Optional<JsonNode> find(String path) {
        mustBeAvailable(path);
        apis.mustBeServed(path);
        if (path.equals("/apis")) {
            ObjectNode groups = JSON.createObjectNode();
            ArrayNode list = groups.putArray("groups");
            KINDS.stream().map(kind -> kind[0]).filter(version -> version.contains("/")).distinct().filter(apis::names)
                    .forEach(version -> list.addObject().putObject("preferredVersion").put("groupVersion", version));
            return Optional.of(groups);
        }
        ArrayNode resources = JSON.createArrayNode();
        KINDS.stream().filter(kind -> collection(kind[0], "", "").equals(path + "/")).forEach(kind ->
                resources.addObject().put("name", kind[2]).put("kind", kind[1]).put("namespaced", !kind[3].isEmpty())
                        .putArray("verbs").add("list").add("delete"));
        if (!resources.isEmpty()) {
            return Optional.of(JSON.createObjectNode().set("resources", resources));
        }
        for (String[] kind : KINDS) {
            if (collection(kind[0], kind[2], "").equals(path)) {
                ObjectNode list = JSON.createObjectNode();
                ArrayNode items = list.putArray("items");
                objects.entrySet().stream().filter(one -> one.getKey().matches("%s(/namespaces/[^/]+)?/%s/[^/]+"
                        .formatted(collection(kind[0], "", "").replaceFirst("/$", ""), kind[2])))
                        .forEach(one -> items.add(one.getValue().deepCopy()));
                return Optional.of(list);
            }
        }
        return Optional.ofNullable(objects.get(path)).map(ObjectNode::deepCopy);
    }

    private void mustBeAvailable(String call) {
        if (unavailable.contains(call)) {
            throw LabException.labFailed("api-busy", call + " (503)", "");
        }
    }

    private void admit(String path) {
        apis.mustBeServed(path);
        boolean hooked = objects.keySet().stream().anyMatch(one -> one.startsWith(HOOKS));
        if (hooked && !path.startsWith(HOOKS)) {
            throw LabException.labFailed("api-busy", "failed calling webhook", "");
        }
    }

    @Override
    public synchronized JsonNode create(String pathWithOptions, String json) {
        String path = pathWithOptions.replaceFirst("\\?.*", "");
        admit(path);
        ObjectNode object = (ObjectNode) JSON.readTree(json);
        String namespace = object.path("metadata").path("namespace").asString("");
        ObjectNode in = objects.get("/api/v1/namespaces/" + namespace);
        if (!namespace.isEmpty() && (in == null || in.path("metadata").has("deletionTimestamp"))) {
            throw LabException.labFailed("api-refused", "no such namespace, or it is being terminated", "");
        }
        String place = path + "/" + object.path("metadata").path("name").asString();
        if (path.endsWith("/services")) {
            FakeServices.mustHaveFreePorts(object, objects.values());
        }
        if (path.endsWith("/jobs")) {
            FakeJobs.mustHaveNoSelector(object);
        }
        if (object.path("spec").path("invalid").asBoolean(false)) {
            throw LabException.labFailed("api-refused", "spec.invalid: Invalid value", "");
        }
        if (objects.containsKey(place)) {
            throw LabException.labFailed("api-conflict", "it is there", "");
        }
        if (pathWithOptions.contains("dryRun=All")) {
            return object;
        }
        own(object, JSON.createObjectNode(), pathWithOptions);
        store(place, object, true);
        return object;
    }

    @Override
    public synchronized JsonNode merge(String pathWithOptions, String json) {
        String path = pathWithOptions.replaceFirst("\\?.*", "");
        admit(path);
        mustBeAvailable("PATCH " + path);
        ObjectNode object = Optional.ofNullable(objects.get(path)).orElseThrow(
                () -> LabException.labFailed("api-refused", "not found", ""));
        merge(object, JSON.readTree(json));
        store(path, object, false);
        letGo(path);
        return object;
    }

    private static void merge(ObjectNode object, JsonNode patch) {
        patch.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                object.remove(field.getKey());
            } else if (field.getValue().isObject()) {
                ObjectNode inner = object.path(field.getKey()) instanceof ObjectNode own ? own
                        : object.putObject(field.getKey());
                merge(inner, field.getValue());
            } else {
                object.set(field.getKey(), field.getValue());
            }
        });
    }

    @Override
    public synchronized JsonNode replace(String pathWithOptions, String json) {
        String path = pathWithOptions.replaceFirst("\\?.*", "");
        admit(path);
        ObjectNode object = (ObjectNode) JSON.readTree(json);
        if (path.endsWith("/finalize")) {
            String namespace = path.replaceFirst("/finalize$", "");
            boolean empty = objects.keySet().stream().noneMatch(one -> one.contains(namespace.replace("/api/v1", "")
                    + "/"));
            if (!empty) {
                throw new AssertionError(namespace + " is let go with objects in it");
            }
            objects.remove(namespace);
            return object;
        }
        ObjectNode before = Optional.ofNullable(objects.get(path)).orElseThrow(
                () -> LabException.labFailed("api-refused", "not found", ""));
        if (!object.path("metadata").path("resourceVersion").equals(before.path("metadata").path("resourceVersion"))) {
            throw LabException.labFailed("api-conflict", "somebody was faster", "");
        }
        FakeServices.mustKeepAddress(before, object);
        List<String> fixed = path.contains("/jobs/") ? List.of("template", "selector")
                : path.contains("/statefulsets/") ? List.of("serviceName") : List.of();
        if (fixed.stream().anyMatch(field -> !object.path("spec").path(field)
                .equals(before.path("spec").path(field)))) {
            throw LabException.labFailed("object-refused", "field is immutable", "");
        }
        ((ObjectNode) object.get("metadata")).set("uid", before.path("metadata").path("uid"));
        own(object, before.path("metadata"), pathWithOptions);
        store(path, object, false);
        return object;
    }

    @Override
    public void delete(String pathWithOptions) {
        beforeDelete.run();
        remove(pathWithOptions);
    }

    private synchronized void remove(String pathWithOptions) {
        String path = pathWithOptions.replaceFirst("\\?.*", "");
        admit(path);
        ObjectNode object = objects.get(path);
        if (object != null) {
            ((ObjectNode) object.get("metadata")).put("deletionTimestamp", "2026-11-23T08:00:00Z");
            letGo(path);
            // Of Jobs alone, the API server leaves what they own if nobody says what is to become of it.
            collect(object.path("metadata").path("uid"), pathWithOptions.contains("propagationPolicy=Orphan")
                    || path.contains("/jobs/") && !pathWithOptions.contains("propagationPolicy="));
        }
    }

    /** What it owned goes with it, or stays alone. */
    private void collect(JsonNode uid, boolean orphans) {
        Map.copyOf(objects).forEach((path, object) -> {
            if (object.at("/metadata/ownerReferences/0/uid").equals(uid)) {
                object.withObject("/metadata").remove("ownerReferences");
                if (!orphans) {
                    object.withObject("/metadata").remove("finalizers");
                    remove(path);
                }
            }
        });
    }

    /** What is deleted goes as soon as nothing holds it; a namespace only by its own way. */
    private void letGo(String path) {
        JsonNode metadata = objects.get(path).path("metadata");
        boolean held = !metadata.path("finalizers").isEmpty() || path.matches("/api/v1/namespaces/[^/]+")
                || path.startsWith(DEFINITIONS) && objects.keySet().stream().anyMatch(one -> one.contains("/widgets/"));
        if (metadata.has("deletionTimestamp") && !held) {
            objects.remove(path);
        }
        if (path.contains("/widgets/") && !objects.containsKey(path)) {
            Map<String, ObjectNode> definitions = new HashMap<>(objects);
            definitions.keySet().stream().filter(one -> one.startsWith(DEFINITIONS)).forEach(this::letGo);
        }
    }

    @Override
    public JsonNode apply(String path, String yaml) {
        throw new UnsupportedOperationException(path);
    }

    @Override
    public JsonNode dryRun(String path, String yaml) {
        throw new UnsupportedOperationException(path);
    }
}
