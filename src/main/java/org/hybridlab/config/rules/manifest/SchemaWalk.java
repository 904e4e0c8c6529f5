package org.hybridlab.config.rules.manifest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

import org.hybridlab.config.openapi.KubernetesApi;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.hybridlab.config.rules.core.Quantity;
import org.hybridlab.config.rules.core.Suggestion;
import tools.jackson.databind.JsonNode;

/**
 * Judges an object by a schema of OpenAPI v3, as strictly as an API server does at server-side apply: unknown fields,
 * types, choices, missing fields, and items of a list that are the same.
 */
final class SchemaWalk {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d.*");
    /** Integers that may be zero, so that the API server does not miss them. */
    private static final Set<String> ZERO = Set.of("value", "revision", "minAvailable", "observedGeneration");
    private static final String UNKNOWN_KEPT = "x-kubernetes-preserve-unknown-fields";

    private final KubernetesApi api;
    private final List<Flaw> flaws = new ArrayList<>();
    /** An anchor's value is judged once by each schema. */
    private final Map<ManifestNode, Set<JsonNode>> done = new IdentityHashMap<>();
    /** Objects around the present value, from the innermost. */
    private final Deque<Around> around = new ArrayDeque<>();

    private record Around(String path, JsonNode schema) {
    }

    private SchemaWalk(KubernetesApi api) {
        this.api = api;
    }

    static List<Flaw> flaws(KubernetesApi api, ManifestNode object, JsonNode schema) {
        SchemaWalk walk = new SchemaWalk(api);
        walk.value(object, schema, "");
        return walk.flaws;
    }

    private void value(ManifestNode node, JsonNode written, String path) {
        JsonNode schema = api.resolve(written);
        if (node.form() == Form.NULL || node.form() == Form.NONE || !done.computeIfAbsent(node, key ->
                Collections.newSetFromMap(new IdentityHashMap<>())).add(schema)) {
            return;
        }
        switch (schema.path("format").asString("")) {
            case "int-or-string" -> must(node, path, node.form() == Form.INTEGER || node.form() == Form.TEXT,
                    "a whole number or a text", "");
            case "quantity" -> must(node, path, node.text().flatMap(Quantity::parse).isPresent(), "a quantity",
                    "Write for example 100m, 1.5, 64Mi or 2Gi.");
            default -> typed(node, schema, path);
        }
    }

    private void typed(ManifestNode node, JsonNode schema, String path) {
        switch (schema.path("x-kubernetes-int-or-string").asBoolean(false) ? "" : schema.path("type").asString("")) {
            case "string" -> text(node, schema, path);
            case "integer" -> must(node, path, node.form() == Form.INTEGER && fits(node, schema), "a whole number"
                    + (schema.path("format").asString("").equals("int32") ? " of 32 bits" : ""), "");
            case "number" -> must(node, path, node.form() == Form.INTEGER || node.form() == Form.FLOAT, "a number", "");
            case "boolean" -> must(node, path, node.form() == Form.BOOLEAN, "true or false", "");
            case "array" -> {
                if (must(node, path, node.form() == Form.LIST, "a list", "Write each item after a dash.")) {
                    list(node, schema, path);
                }
            }
            case "object" -> {
                if (must(node, path, node.form() == Form.MAPPING, "a mapping", "Write its fields as `key: value`.")) {
                    mapping(node, schema, path);
                }
            }
            default -> { }
        }
        limits(node, schema, path);
    }

    private static boolean fits(ManifestNode node, JsonNode schema) {
        return !schema.path("format").asString("").equals("int32") || node.number().filter(number ->
                number.bitLength() < Integer.SIZE).isPresent();
    }

    private void text(ManifestNode node, JsonNode schema, String path) {
        boolean form = must(node, path, node.form() == Form.TEXT, "text", node.text().map(text ->
                "Put it into quotes: \"%s\".".formatted(text)).orElse(""));
        if (!form) {
            return;
        }
        String text = node.text().orElseThrow();
        switch (schema.path("format").asString("")) {
            case "byte" -> must(node, path, isBase64(text), "Base64", "Encode it, or use stringData.");
            case "date-time" -> must(node, path, TIME.matcher(text).matches(), "a time",
                    "Write for example 2026-01-31T12:00:00Z.");
            default -> { }
        }
    }

    private static boolean isBase64(String text) {
        try {
            return Base64.getDecoder().decode(text.replaceAll("[\r\n]", "")) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** What definitions of others add. The API server takes an empty text for a choice that is not made. */
    private void limits(ManifestNode node, JsonNode schema, String path) {
        String text = node.text().orElse("");
        Set<String> choices = schema.path("enum").valueStream().map(one -> one.asString(""))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!choices.isEmpty() && !text.isEmpty() && !choices.contains(text)) {
            flaws.add(new Flaw(node, "%s is '%s'".formatted(path, text), Suggestion.sentence(text, choices)
                    + "It is one of %s.".formatted(String.join(", ", choices))));
        }
        if (schema.has("pattern") && node.form() == Form.TEXT) {
            must(node, path, isLike(text, schema.path("pattern").asString("")), "text like "
                    + schema.path("pattern").asString(""), "");
        }
        node.number().ifPresent(number -> {
            if (schema.has("minimum")) {
                must(node, path, number.doubleValue() >= schema.path("minimum").asDouble(), "at least "
                        + schema.path("minimum"), "");
            }
            if (schema.has("maximum")) {
                must(node, path, number.doubleValue() <= schema.path("maximum").asDouble(), "at most "
                        + schema.path("maximum"), "");
            }
        });
    }

    private static boolean isLike(String text, String pattern) {
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException e) {
            // Go's patterns differ in a few forms.
            return true;
        }
    }

    private boolean must(ManifestNode node, String path, boolean holds, String what, String advice) {
        if (!holds) {
            String seen = node.text().map("'%s'"::formatted).orElse(node.form() == Form.LIST ? "a list" : "a mapping");
            flaws.add(new Flaw(node, "%s is %s, which is not %s".formatted(path.isEmpty() ? "the object" : path,
                    seen, what), advice.isEmpty() ? "Write %s.".formatted(what) : advice));
        }
        return holds;
    }

    private void list(ManifestNode node, JsonNode schema, String path) {
        Set<List<String>> seen = new HashSet<>();
        JsonNode items = api.resolve(schema.path("items"));
        List<String> keys = schema.path("x-kubernetes-list-map-keys").valueStream().map(JsonNode::asString).toList();
        boolean unique = !keys.isEmpty() || schema.path("x-kubernetes-list-type").asString("").equals("set");
        int number = 0;
        for (ManifestNode item : node.items()) {
            List<String> key = keys.isEmpty() ? item.text().stream().toList() : keys.stream().map(name ->
                    item.text(name).orElse(items.path("properties").path(name).path("default").asString(""))).toList();
            if (unique && !key.isEmpty() && !seen.add(key)) {
                flaws.add(new Flaw(item, "%s has two items with %s".formatted(path, keys.isEmpty() ? key.get(0)
                        : named(keys, key)), "Leave one out, or give it another name."));
            }
            value(item, schema.path("items"), "%s[%d]".formatted(path, number++));
        }
    }

    private static String named(List<String> keys, List<String> values) {
        Iterator<String> value = values.iterator();
        return keys.stream().map(key -> key + " " + value.next()).collect(Collectors.joining(" and "));
    }

    private void mapping(ManifestNode node, JsonNode schema, String path) {
        JsonNode properties = schema.path("properties");
        JsonNode others = schema.path("additionalProperties");
        boolean open = schema.path(UNKNOWN_KEPT).asBoolean(false) || others.isMissingNode() && properties.isEmpty()
                || others.isBoolean() && others.asBoolean();
        around.push(new Around(path, schema));
        node.fields().forEach((name, value) -> {
            String place = path.isEmpty() ? name : path + "." + name;
            if (properties.has(name)) {
                value(value, properties.path(name), place);
            } else if (others.isObject()) {
                value(value, others, place);
            } else if (!open) {
                flaws.add(new Flaw(node.key(name), "%s has no field '%s'".formatted(path.isEmpty() ? "the object"
                        : path, name), where(name, properties)));
            }
        });
        if (!path.startsWith("status")) {
            missing(node, schema, path);
        }
        around.pop();
    }

    private void missing(ManifestNode node, JsonNode schema, String path) {
        schema.path("required").valueStream().map(JsonNode::asString).filter(name -> {
            ManifestNode value = node.at(name);
            JsonNode property = api.resolve(schema.path("properties").path(name));
            String type = property.path("type").asString("");
            // An object without a spec has one without fields.
            boolean empty = path.isEmpty() && type.equals("object") && !property.has("required");
            return !empty && (value.form() == Form.NONE || value.form() == Form.NULL) && !type.equals("boolean")
                    && !ZERO.contains(name);
        }).forEach(name -> flaws.add(new Flaw(node, "%s lacks the field '%s'".formatted(path.isEmpty() ? "the object"
                : path, name), "Add `%s`.".formatted(name))));
    }

    /** The field of a similar name, or the place of a field that stands at the wrong one. */
    private String where(String name, JsonNode properties) {
        Optional<String> outside = around.stream().skip(1).filter(one -> one.schema().path("properties").has(name))
                .map(one -> one.path().isEmpty() ? "the object itself" : one.path()).findFirst();
        Optional<String> inside = properties.properties().stream().filter(one -> {
            JsonNode schema = api.resolve(one.getValue());
            return (schema.has("items") ? api.resolve(schema.path("items")) : schema).path("properties").has(name);
        }).map(one -> "`%s`".formatted(one.getKey())).findFirst();
        Set<String> names = properties.properties().stream().map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        return Suggestion.nearest(name, names).map("Did you mean '%s'?"::formatted)
                .or(() -> outside.or(() -> inside).map("It belongs into %s; look at its indentation."::formatted))
                .orElse("Its fields are %s.".formatted(String.join(", ", names)));
    }
}
