package org.hybridlab.fake;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fake API server that keeps objects as the real one does: each has a UID, a version and owners of its {@code data},
 * finalizers hold what is deleted, nothing is made in a namespace that is ending, a webhook that nobody serves refuses
 * every change but of webhooks, a definition of custom resources waits for these, and what is fixed cannot be changed.
 * The real one validates all fields, knows the owner of each, and runs controllers.
 */
public class FakeObjects extends FakeApi {
    public static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    private static final int FIRST_PORT = 31_000;
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

    public final Map<String, ObjectNode> objects = new TreeMap<>();
    /** Happens before each change, which is told as "verb path", as on a machine that is slow. */
    public volatile Consumer<String> before = call -> { };
    /** Whether namespaces that are deleted go, with all that is in them. */
    public boolean endsNamespaces;
    /** What is created is there, and the answer does not come. */
    public boolean answersLost;
    private final RegisteredApis apis = new RegisteredApis(objects);
    private int versions;

    private static String[] kind(String version, String kind, String plural, String namespaced) {
        return new String[] {version, kind, plural, namespaced};
    }

    /** @param namespace empty for objects of the whole cluster */
    public void put(String version, String plural, String namespace, String name, String fields) {
        put(collection(version, plural, namespace) + "/" + name, fields);
    }

    /** Nobody is told of it. */
    public void put(String path, String fields) {
        store(path, (ObjectNode) JSON.readTree("{%s}".formatted(fields)), true);
    }

    /** @param manager who made it */
    public void putOf(String manager, String path, String fields) {
        put(path, fields);
        own(objects.get(path), manager, "Update");
    }

    /** Somebody changes nothing. */
    public void touch(String path) {
        store(path, objects.get(path), false);
    }

    public boolean has(String version, String plural, String namespace, String name) {
        return objects.containsKey(collection(version, plural, namespace) + "/" + name);
    }

    public ObjectNode at(String version, String plural, String namespace, String name) {
        return objects.get(collection(version, plural, namespace) + "/" + name);
    }

    private static String collection(String version, String plural, String namespace) {
        return (version.contains("/") ? "/apis/" : "/api/") + version
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + plural;
    }

    /** The same object is at the path of each version of its group. */
    private String stored(String path) {
        return objects.containsKey(path) ? path : objects.keySet().stream()
                .filter(one -> ObjectPath.areSame(one, path)).findFirst().orElse(path);
    }

    protected synchronized JsonNode store(String path, ObjectNode object, boolean isNew) {
        ObjectNode metadata = object.withObject("/metadata");
        metadata.put("name", path.substring(path.lastIndexOf('/') + 1)).put("resourceVersion", "" + ++versions);
        if (path.matches(".*/namespaces/[^/]+/.*")) {
            metadata.put("namespace", path.replaceFirst(".*/namespaces/([^/]+)/.*", "$1"));
        }
        if (isNew) {
            metadata.put("uid", "uid-" + versions);
            if (path.contains("/jobs/")) {
                ObjectRules.select(object);
            }
        }
        objects.put(path, object);
        apis.register(path, object);
        return object.deepCopy();
    }

    private static void own(ObjectNode object, String manager, String operation) {
        ArrayNode all = object.withObject("/metadata").withArray("managedFields");
        all.removeIf(entry -> isOf(entry, manager, operation));
        ObjectNode entry = all.addObject().put("manager", manager).put("operation", operation);
        object.path("data").propertyNames().forEach(key -> entry.withObject("/fieldsV1/f:data").putObject("f:" + key));
    }

    private static boolean isOf(JsonNode entry, String manager, String operation) {
        return entry.path("manager").asString().equals(manager) && entry.path("operation").asString()
                .equals(operation);
    }

    private static String manager(String pathWithOptions) {
        return pathWithOptions.contains("fieldManager=") ? pathWithOptions.replaceFirst(".*fieldManager=", "")
                : "Java-http-client";
    }

    @Override
    protected synchronized Optional<JsonNode> read(String pathWithOptions) {
        String path = pathWithOptions.replaceFirst("\\?.*", "");
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
        return Optional.ofNullable(objects.get(stored(path))).map(ObjectNode::deepCopy);
    }

    private void admit(String path) {
        apis.mustBeServed(path);
        boolean hooked = objects.keySet().stream().anyMatch(one -> one.startsWith(HOOKS));
        if (hooked && !path.startsWith(HOOKS)) {
            throw LabException.labFailed("api-busy", "failed calling webhook", "");
        }
    }

    private void mustHaveNamespace(String path) {
        String namespace = path.replaceFirst(".*/namespaces/([^/]+)/.*", "/api/v1/namespaces/$1");
        ObjectNode found = objects.get(namespace);
        if (!namespace.equals(path) && (found == null ? !namespace.matches(".*/(default|kube-.*)")
                : found.path("metadata").has("deletionTimestamp"))) {
            throw refused(path).because("namespaces not found, or it is being terminated");
        }
    }

    private static LabException conflict(String why) {
        return LabException.labFailed("api-conflict", why, "");
    }

    static LabException unfit(String why) {
        return LabException.labFailed("object-refused", "The API server would not apply it.", "").because(why);
    }

    private Collection<ObjectNode> others(String path) {
        Map<String, ObjectNode> others = new HashMap<>(objects);
        others.remove(path);
        return others.values();
    }

    @Override
    public synchronized JsonNode create(String pathWithOptions, String json) {
        ObjectNode object = (ObjectNode) JSON.readTree(json);
        String collection = pathWithOptions.replaceFirst("\\?.*", "");
        String path = collection + "/" + object.at("/metadata/name").asString();
        return change("create", path, json, () -> {
            admit(collection);
            mustHaveNamespace(path);
            if (path.contains("/services/") && ObjectRules.wantsPortOf(object, objects.values())) {
                throw refused("nodePort: provided port is already allocated");
            }
            if (path.contains("/jobs/")) {
                ObjectRules.mustHaveNoSelector(object);
            }
            if (object.at("/spec/invalid").asBoolean(false)) {
                throw refused("spec.invalid: Invalid value");
            }
            if (objects.containsKey(path)) {
                throw conflict("it is there");
            }
            if (pathWithOptions.contains("dryRun=All")) {
                return object;
            }
            object.withObject("/metadata").remove("managedFields");
            own(object, manager(pathWithOptions), "Update");
            JsonNode made = store(path, object, true);
            if (answersLost) {
                throw LabException.labFailed("api-unreachable", "The API server does not answer.", "");
            }
            return made;
        });
    }

    @Override
    public synchronized Optional<JsonNode> create(String collection, String manager, String yaml) {
        Manifest manifest = Manifest.parse(yaml).get(0);
        return objects.containsKey(collection + "/" + manifest.name()) ? Optional.empty()
                : Optional.of(create(collection + "?fieldManager=" + manager, manifest.json().toString()));
    }

    private ObjectNode existing(String path) {
        return Optional.ofNullable(objects.get(stored(path))).orElseThrow(() -> refused(path + " not found (404)"));
    }

    @Override
    public JsonNode merge(String pathWithOptions, String json) {
        String path = pathWithOptions.replaceFirst("\\?.*", "");
        before.accept("merge " + path);
        return mergeNow(path, json);
    }

    private synchronized JsonNode mergeNow(String path, String json) {
        return change("merge", path, json, () -> {
            admit(path);
            ObjectNode object = existing(path);
            JsonNode patch = JSON.readTree(json);
            JsonNode version = patch.at("/metadata/resourceVersion");
            if (!version.isMissingNode() && !version.equals(object.at("/metadata/resourceVersion"))) {
                throw conflict("somebody was faster");
            }
            ObjectNode earlier = object.deepCopy();
            merge(object, patch);
            if (path.contains("/services/")) {
                ObjectRules.complete(object, Optional.of(earlier), FIRST_PORT + versions);
            }
            store(stored(path), object, false);
            letGo(stored(path));
            return object;
        });
    }

    /** RFC 7396. */
    public static void merge(ObjectNode object, JsonNode patch) {
        patch.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                object.remove(field.getKey());
            } else if (field.getValue().isObject()) {
                merge(object.path(field.getKey()) instanceof ObjectNode own ? own : object.putObject(field.getKey()),
                        field.getValue());
            } else {
                object.set(field.getKey(), field.getValue());
            }
        });
    }

    @Override
    public synchronized JsonNode replace(String pathWithOptions, String json) {
        String path = pathWithOptions.replaceFirst("\\?.*", "");
        return change("replace", path, json, () -> {
            admit(path);
            ObjectNode object = (ObjectNode) JSON.readTree(json);
            return path.endsWith("/finalize") ? finalized(path.replaceFirst("/finalize$", ""), object)
                    : replaced(path, object, manager(pathWithOptions));
        });
    }

    private JsonNode finalized(String namespace, ObjectNode object) {
        if (objects.keySet().stream().anyMatch(one -> one.contains(namespace.replace("/api/v1", "") + "/"))) {
            throw new AssertionError(namespace + " is let go with objects in it");
        }
        objects.remove(namespace);
        return object;
    }

    /** Takes all fields from those who had them, and not only what it changes. */
    private JsonNode replaced(String path, ObjectNode object, String manager) {
        ObjectNode earlier = existing(path);
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        if (!metadata.path("resourceVersion").equals(earlier.at("/metadata/resourceVersion"))) {
            throw conflict("somebody was faster");
        }
        ObjectRules.mustKeep(path, earlier, object);
        metadata.set("uid", earlier.at("/metadata/uid"));
        ArrayNode owners = metadata.putArray("managedFields");
        earlier.at("/metadata/managedFields").forEach(entry -> owners.add(entry.path("subresource").isMissingNode()
                ? ((ObjectNode) entry.deepCopy()).putNull("fieldsV1") : entry));
        owners.addObject().put("operation", "Update").put("manager", manager);
        return store(path, object, false);
    }

    @Override
    public synchronized JsonNode apply(String path, String yaml) {
        return change("apply", path, yaml, () -> store(stored(path), applied(path, yaml),
                !objects.containsKey(stored(path))));
    }

    @Override
    public synchronized JsonNode dryRun(String path, String yaml) {
        return applied(path, yaml);
    }

    /** Keys of {@code data} that nobody else owns go with the manifest's. */
    private ObjectNode applied(String path, String yaml) {
        admit(path);
        mustHaveNamespace(path);
        Optional<ObjectNode> earlier = Optional.ofNullable(objects.get(stored(path)));
        ObjectNode object = earlier.map(ObjectNode::deepCopy).orElseGet(JSON::createObjectNode);
        JsonNode wanted = Manifest.parse(yaml).get(0).json();
        JsonNode uid = wanted.at("/metadata/uid");
        if (!uid.isMissingNode() && !uid.equals(object.at("/metadata/uid"))) {
            throw conflict("uid mismatch: " + path);
        }
        if (object.path("data") instanceof ObjectNode data) {
            List<String> dropped = data.propertyNames().stream().filter(key -> object.at("/metadata/managedFields")
                    .valueStream().filter(entry -> entry.at("/fieldsV1/f:data").has("f:" + key))
                    .allMatch(entry -> isOf(entry, "hybridlab", "Apply"))).collect(Collectors.toList());
            data.remove(dropped);
        }
        merge(object, wanted);
        if (path.contains("/services/")) {
            if (ObjectRules.wantsPortOf(wanted, others(stored(path)))) {
                throw unfit("provided port is already allocated");
            }
            ObjectRules.complete(object, earlier, FIRST_PORT + versions);
        }
        own(object, "hybridlab", "Apply");
        return object;
    }

    @Override
    public void delete(String pathWithOptions) {
        before.accept("delete " + pathWithOptions.replaceFirst("\\?.*", ""));
        synchronized (this) {
            change("delete", pathWithOptions, "", () -> remove(pathWithOptions));
        }
    }

    protected JsonNode remove(String pathWithOptions) {
        String path = stored(pathWithOptions.replaceFirst("\\?.*", ""));
        admit(path);
        ObjectNode object = objects.get(path);
        if (object != null) {
            String uid = object.at("/metadata/uid").asString();
            if (pathWithOptions.matches(".*[?&]uid=.*") && !pathWithOptions.matches(".*[?&]uid=" + uid + "(&.*)?")) {
                throw conflict("Precondition failed: UID in precondition");
            }
            ((ObjectNode) object.get("metadata")).put("deletionTimestamp", "2026-11-23T08:00:00Z");
            letGo(path);
            // Of Jobs alone, the API server leaves what they own if nobody says what is to become of it.
            collect(uid, pathWithOptions.contains("propagationPolicy=Orphan")
                    || path.contains("/jobs/") && !pathWithOptions.contains("propagationPolicy="));
        }
        return done();
    }

    /** What it owned goes with it, or stays alone. */
    private void collect(String uid, boolean orphans) {
        Map.copyOf(objects).forEach((path, object) -> {
            if (object.at("/metadata/ownerReferences/0/uid").asString("").equals(uid)) {
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
        boolean isNamespace = path.matches("/api/v1/namespaces/[^/]+");
        boolean held = !metadata.path("finalizers").isEmpty() || isNamespace && !endsNamespaces
                || path.startsWith(DEFINITIONS) && objects.keySet().stream().anyMatch(one -> one.contains("/widgets/"));
        if (metadata.has("deletionTimestamp") && !held) {
            objects.remove(path);
            objects.keySet().removeIf(one -> isNamespace && one.contains(path.replace("/api/v1", "") + "/"));
        }
        if (path.contains("/widgets/") && !objects.containsKey(path)) {
            Map<String, ObjectNode> definitions = new HashMap<>(objects);
            definitions.keySet().stream().filter(one -> one.startsWith(DEFINITIONS)).forEach(this::letGo);
        }
    }
}
