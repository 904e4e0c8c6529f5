package org.hybridlab.provision.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ReadyApi;
import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fake API server of a cluster that others use too. As the real one does, it keeps whose the keys of {@code data}
 * are, gives each object a UID, and refuses what names another UID or an older version. The real one tracks the owners
 * of all fields.
 */
final class OthersCluster implements ReadyApi {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Map<String, String> KINDS = Map.of("namespaces", "Namespace", "configmaps", "ConfigMap",
            "serviceaccounts", "ServiceAccount");

    final Map<String, ObjectNode> objects = new TreeMap<>();
    final List<String> told = new ArrayList<>();
    /** The object is made, and the answer does not come. */
    boolean answersLost;
    /** How many times a controller writes before a patch. */
    int busy;
    private int count;

    /** One that somebody else makes. */
    void others(String path, String data) {
        make(path, "kubectl", JSON.readTree("{\"data\":" + data + "}"));
    }

    @Override
    public JsonNode get(String path) {
        return find(path).orElseThrow(() -> LabException.labFailed("api-refused", path + " not found (404)", ""));
    }

    @Override
    public Optional<JsonNode> find(String path) {
        if (path.equals("/apis")) {
            return Optional.of(JSON.readTree("{\"groups\":[]}"));
        }
        if (path.equals("/api/v1")) {
            ObjectNode document = JSON.createObjectNode();
            ArrayNode resources = document.putArray("resources");
            KINDS.forEach((plural, kind) -> resources.addObject().put("name", plural).put("kind", kind)
                    .put("namespaced", !plural.equals("namespaces")).putArray("verbs").add("list").add("delete"));
            return Optional.of(document);
        }
        String plural = path.substring(path.lastIndexOf('/') + 1);
        if (path.equals("/api/v1/" + plural) && KINDS.containsKey(plural)) {
            ObjectNode list = JSON.createObjectNode();
            ArrayNode items = list.putArray("items");
            objects.forEach((one, object) -> {
                String[] parts = one.split("/");
                if (parts[parts.length - 2].equals(plural)) {
                    items.add(object);
                }
            });
            return Optional.of(list);
        }
        return Optional.ofNullable(objects.get(path)).map(JsonNode::deepCopy);
    }

    @Override
    public Optional<JsonNode> create(String collection, String manager, String yaml) {
        Manifest manifest = Manifest.parse(yaml).get(0);
        String path = collection + "/" + manifest.name();
        told.add("create " + path);
        if (objects.containsKey(path)) {
            return Optional.empty();
        }
        JsonNode made = make(path, manager, manifest.json());
        if (answersLost) {
            throw LabException.labFailed("api-unreachable", "The API server does not answer.", "");
        }
        return Optional.of(made);
    }

    private JsonNode make(String path, String manager, JsonNode fields) {
        ObjectNode object = fields.deepCopy().asObject();
        ObjectNode metadata = object.path("metadata") instanceof ObjectNode own ? own : object.putObject("metadata");
        String[] parts = path.split("/");
        metadata.put("name", parts[parts.length - 1]).put("uid", "uid-" + ++count);
        if (parts.length > 5) {
            metadata.put("namespace", parts[4]);
        }
        own(object, manager, "Update", keys(object));
        store(path, object);
        return object.deepCopy();
    }

    private void store(String path, ObjectNode object) {
        ((ObjectNode) object.path("metadata")).put("resourceVersion", String.valueOf(++count));
        objects.put(path, object);
    }

    private static Set<String> keys(JsonNode object) {
        return new TreeSet<>(object.path("data").propertyNames());
    }

    private static void own(ObjectNode object, String manager, String operation, Set<String> keys) {
        ObjectNode metadata = (ObjectNode) object.path("metadata");
        ArrayNode entries = metadata.path("managedFields") instanceof ArrayNode all ? all
                : metadata.putArray("managedFields");
        entries.removeIf(entry -> isOf(entry, manager, operation));
        ObjectNode data = entries.addObject().put("manager", manager).put("operation", operation)
                .putObject("fieldsV1").putObject("f:data");
        keys.forEach(key -> data.putObject("f:" + key));
    }

    private static boolean isOf(JsonNode entry, String manager, String operation) {
        return entry.path("manager").asString().equals(manager) && entry.path("operation").asString()
                .equals(operation);
    }

    @Override
    public JsonNode create(String path, String json) {
        throw new UnsupportedOperationException(path);
    }

    @Override
    public JsonNode merge(String path, String json) {
        JsonNode metadata = JSON.readTree(json).path("metadata");
        ObjectNode object = objects.get(path);
        if (busy-- > 0) {
            store(path, object);
        }
        if (!metadata.path("resourceVersion").equals(object.path("metadata").path("resourceVersion"))) {
            throw LabException.labFailed("api-conflict", path, "");
        }
        ((ObjectNode) object.path("metadata")).set("managedFields", metadata.path("managedFields"));
        store(path, object);
        return object.deepCopy();
    }

    @Override
    public JsonNode apply(String path, String yaml) {
        told.add("apply " + path);
        JsonNode wanted = Manifest.parse(yaml).get(0).json();
        ObjectNode object = objects.get(path);
        JsonNode uid = wanted.path("metadata").path("uid");
        if (object == null || !uid.equals(object.path("metadata").path("uid"))) {
            throw LabException.labFailed("api-conflict", "uid mismatch: " + path, "");
        }
        Map<String, JsonNode> data = new HashMap<>();
        object.path("data").properties().forEach(field -> data.put(field.getKey(), field.getValue()));
        JsonNode entries = object.path("metadata").path("managedFields");
        data.keySet().removeIf(key -> entries.valueStream().filter(entry -> entry.path("fieldsV1").path("f:data")
                .has("f:" + key)).allMatch(entry -> isOf(entry, "hybridlab", "Apply")));
        wanted.path("data").properties().forEach(field -> data.put(field.getKey(), field.getValue()));
        data.forEach(object.putObject("data")::set);
        own(object, "hybridlab", "Apply", keys(wanted));
        store(path, object);
        return object.deepCopy();
    }

    @Override
    public JsonNode dryRun(String path, String yaml) {
        throw new UnsupportedOperationException(path);
    }

    @Override
    public void delete(String path) {
        told.add("delete " + path);
        String plain = path.replaceFirst("\\?.*", "");
        String uid = path.replaceFirst(".*[?&]uid=", "");
        if (objects.containsKey(plain) && !objects.get(plain).path("metadata").path("uid").asString().equals(uid)) {
            throw LabException.labFailed("api-conflict", "Precondition failed: UID in precondition", "");
        }
        objects.remove(plain);
        objects.keySet().removeIf(one -> one.startsWith(plain + "/"));
    }
}
