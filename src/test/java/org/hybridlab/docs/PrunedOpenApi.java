package org.hybridlab.docs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code validate} needs of an API server's OpenAPI v3, as lines: {@code kind VERSION KIND SCHEMA} for each kind
 * that can be created, and {@code schema NAME JSON} for each schema that those need, without descriptions.
 */
public final class PrunedOpenApi {
    private static final Set<String> KEPT = Set.of("additionalProperties", "enum", "format", "items", "properties",
            "required", "type", "x-kubernetes-list-map-keys", "x-kubernetes-list-type",
            "x-kubernetes-preserve-unknown-fields");
    private static final String COMPONENT = "#/components/schemas/";

    private final Map<String, String> kinds = new TreeMap<>();
    private final Map<String, JsonNode> all = new TreeMap<>();

    /** @param documents the answers to {@code /openapi/v3/...}, one a version of a group */
    public static String of(List<JsonNode> documents) {
        PrunedOpenApi pruned = new PrunedOpenApi();
        documents.forEach(pruned::read);
        return pruned.lines();
    }

    private void read(JsonNode document) {
        document.path("components").path("schemas").properties().forEach(one -> all.put(one.getKey(), one.getValue()));
        document.path("paths").properties().stream().filter(path -> !path.getKey().contains("{name}"))
                .map(path -> path.getValue().path("post")).filter(JsonNode::isObject).forEach(post -> {
                    JsonNode kind = post.path("x-kubernetes-group-version-kind");
                    String group = kind.path("group").asString("");
                    String schema = post.path("requestBody").path("content").valueStream().findFirst().orElseThrow()
                            .path("schema").path("$ref").asString().substring(COMPONENT.length());
                    kinds.put("%s%s %s".formatted(group.isEmpty() ? "" : group + "/", kind.path("version").asString(),
                            kind.path("kind").asString()), schema);
                });
    }

    private String lines() {
        Map<String, JsonNode> needed = new TreeMap<>();
        Deque<String> next = new ArrayDeque<>(kinds.values());
        while (!next.isEmpty()) {
            String name = next.pop();
            if (!needed.containsKey(name)) {
                JsonNode schema = pruned(all.get(name));
                needed.put(name, schema);
                schema.findValues("$ref").stream().filter(JsonNode::isString).map(JsonNode::asString)
                        .forEach(next::add);
            }
        }
        return Stream.concat(kinds.entrySet().stream().map(kind -> "kind %s %s".formatted(kind.getKey(),
                kind.getValue())), needed.entrySet().stream().map(schema -> "schema %s %s".formatted(schema.getKey(),
                schema.getValue()))).collect(Collectors.joining("\n", "", "\n"));
    }

    private static JsonNode pruned(JsonNode schema) {
        ObjectNode kept = JsonMapper.shared().createObjectNode();
        Stream.of(schema.path("$ref"), schema.path("allOf").path(0).path("$ref")).filter(JsonNode::isString)
                .forEach(reference -> kept.put("$ref", reference.asString().substring(COMPONENT.length())));
        if (schema.path("oneOf").isArray()) {
            // IntOrString says so by its format; Quantity does not.
            kept.put("format", schema.path("format").asString("quantity"));
            return kept;
        }
        new TreeSet<>(KEPT).stream().filter(schema::has).forEach(key -> kept.set(key, switch (key) {
            case "properties" -> properties(schema);
            case "items", "additionalProperties" -> pruned(schema.path(key));
            default -> schema.path(key);
        }));
        return kept;
    }

    /** With defaults of keys, by which two items of a list may be the same. */
    private static JsonNode properties(JsonNode schema) {
        ObjectNode properties = JsonMapper.shared().createObjectNode();
        new TreeMap<>(schema.path("properties").properties().stream().collect(Collectors.toMap(Map.Entry::getKey,
                Map.Entry::getValue))).forEach((name, property) -> {
            ObjectNode kept = (ObjectNode) pruned(property);
            if (name.equals("protocol") && property.has("default")) {
                kept.set("default", property.path("default"));
            }
            properties.set(name, kept);
        });
        return properties;
    }

    /** @param files documents, as an API server answered */
    public static void main(String[] files) {
        List<JsonNode> documents = new ArrayList<>();
        Stream.of(files).forEach(file -> documents.add(JsonMapper.shared().readTree(new java.io.File(file))));
        System.out.print(of(documents));
    }
}
