package org.hybridlab.config.openapi;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.hybridlab.config.rules.core.Quantity;
import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.config.rules.core.Suggestion;
import tools.jackson.databind.JsonNode;

/**
 * Judges a value by a schema: an object by OpenAPI v3, as strictly as an API server does at server-side apply, and a
 * lab file by JSON Schema. Reports unknown fields, types, choices, limits, missing fields, and items of a list that
 * are the same.
 */
public final class SchemaWalk {
    /** Keyword: the rule that a value breaks, with {@code id} and {@code title}. */
    public static final String RULE = "x-rule";

    private static final RuleEntry UNKNOWN = new RuleEntry("key-unknown", "Every key is one that hybridlab knows.");
    private static final RuleEntry MISSING = new RuleEntry("key-missing", "Keys without a default are there.");
    private static final RuleEntry EMPTY = new RuleEntry("value-empty", "Every key that you write has a value.");
    private static final RuleEntry LONG = new RuleEntry("list-too-long", "No list is longer than a lab can use.");
    private static final RuleEntry LIST = new RuleEntry("list-expected",
            "Where several things belong, a list stands.");
    public static final RuleEntry MAPPING = new RuleEntry("mapping-expected", "Where keys belong, keys stand.");
    private static final Map<String, RuleEntry> TYPES = Map.of(
            "string", new RuleEntry("text-expected",
                    "Where text is expected, a word that YAML takes for a number or a boolean stands in quotes."),
            "integer", new RuleEntry("number-expected", "Where a number is expected, a whole one stands."),
            "boolean", new RuleEntry("boolean-expected", "Where yes or no is asked, `true` or `false` stands."),
            "object", MAPPING,
            "array", LIST);
    /** What a schema's own values break without a rule of theirs. */
    public static final List<RuleEntry> RULES = List.of(UNKNOWN, MISSING, EMPTY, TYPES.get("string"),
            TYPES.get("integer"), TYPES.get("boolean"), MAPPING, LIST, LONG);

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d.*");
    /** Integers that may be zero, so that the API server does not miss them. */
    private static final Set<String> ZERO = Set.of("value", "revision", "minAvailable", "observedGeneration");
    private static final String UNKNOWN_KEPT = "x-kubernetes-preserve-unknown-fields";

    private final UnaryOperator<JsonNode> resolver;
    private final boolean isStrict;
    private final List<Flaw> flaws = new ArrayList<>();
    /** An anchor's value is judged once by each schema. */
    private final Map<ManifestNode, Set<JsonNode>> done = new IdentityHashMap<>();
    /** Objects around the present value, from the innermost. */
    private final Deque<Around> around = new ArrayDeque<>();

    /** @param at the value, the key of an unknown one, or the object around a missing one */
    public record Flaw(RuleEntry rule, ManifestNode at, String message, String advice) {
    }

    private record Around(String path, JsonNode schema) {
    }

    /**
     * @param resolver what a schema refers to, or the schema itself
     * @param isStrict whether null and an empty choice are wrong; an API server takes them for absent
     */
    public SchemaWalk(UnaryOperator<JsonNode> resolver, boolean isStrict) {
        this.resolver = resolver;
        this.isStrict = isStrict;
    }

    public List<Flaw> flaws(ManifestNode object, JsonNode schema) {
        value(object, schema, "");
        return flaws;
    }

    public static RuleEntry rule(JsonNode keyword) {
        return new RuleEntry(keyword.path("id").asString(), keyword.path("title").asString());
    }

    private void value(ManifestNode node, JsonNode written, String path) {
        JsonNode schema = resolver.apply(written);
        if (node.form() == Form.NULL || node.form() == Form.NONE || !done.computeIfAbsent(node, key ->
                Collections.newSetFromMap(new IdentityHashMap<>())).add(schema)) {
            return;
        }
        switch (schema.path("format").asString("")) {
            case "int-or-string" -> must(node.form() == Form.INTEGER || node.form() == Form.TEXT, node, schema, path,
                    "a whole number or a text", "");
            case "quantity" -> must(node.text().flatMap(Quantity::parse).isPresent(), node, schema, path,
                    "a quantity", "Write for example 100m, 1.5, 64Mi or 2Gi.");
            default -> typed(node, schema, path);
        }
    }

    private void typed(ManifestNode node, JsonNode schema, String path) {
        JsonNode type = schema.path("type");
        List<String> types = schema.path("x-kubernetes-int-or-string").asBoolean(false) || type.isMissingNode()
                ? List.of() : type.isArray() ? type.valueStream().map(JsonNode::asString).toList()
                : List.of(type.asString());
        Optional<String> found = types.stream().filter(one -> hasType(node, one)).findFirst();
        if (found.isEmpty() && !types.isEmpty()) {
            otherType(node, schema, types, path);
            return;
        }
        switch (found.orElse("")) {
            case "string" -> text(node, schema, path);
            case "integer" -> must(!schema.path("format").asString("").equals("int32") || node.number()
                    .filter(number -> number.bitLength() < Integer.SIZE).isPresent(), node, schema, path,
                    "a whole number of 32 bits", "");
            case "array" -> list(node, schema, path);
            case "object" -> mapping(node, schema, path);
            default -> { }
        }
        limits(node, schema, path);
    }

    private static boolean hasType(ManifestNode node, String type) {
        return switch (type) {
            case "string" -> node.form() == Form.TEXT;
            case "integer" -> node.form() == Form.INTEGER;
            case "number" -> node.form() == Form.INTEGER || node.form() == Form.FLOAT;
            case "boolean" -> node.form() == Form.BOOLEAN;
            case "array" -> node.form() == Form.LIST;
            case "object" -> node.form() == Form.MAPPING;
            default -> true;
        };
    }

    private void otherType(ManifestNode node, JsonNode schema, List<String> types, String path) {
        String type = types.get(0);
        Optional<String> text = node.text();
        if (type.equals("string") && text.filter(one -> !hasPattern(one, schema)).isPresent()) {
            // The quoted text would not match the pattern either.
            limits(node, schema, path);
            return;
        }
        String what = types.stream().map(SchemaWalk::noun).collect(Collectors.joining(" or "));
        String advice = switch (type) {
            case "string" -> text.map("Put it into quotes: \"%s\"."::formatted).orElse("");
            case "array" -> "Write each item after a dash.";
            case "object" -> schema.path("x-advice").asString("Write its fields as `key: value`.");
            default -> node.form() == Form.TEXT ? "Write %s, without quotes.".formatted(what) : "";
        };
        flaw(TYPES.getOrDefault(type, TYPES.get("integer")), node, path, what, advice);
    }

    private static String noun(String type) {
        return switch (type) {
            case "string" -> "text";
            case "integer" -> "a whole number";
            case "boolean" -> "true or false";
            case "array" -> "a list";
            case "object" -> "a mapping";
            default -> "a number";
        };
    }

    private void text(ManifestNode node, JsonNode schema, String path) {
        String text = node.text().orElseThrow();
        switch (schema.path("format").asString("")) {
            case "byte" -> must(isBase64(text), node, schema, path, "Base64", "Encode it, or use stringData.");
            case "date-time" -> must(TIME.matcher(text).matches(), node, schema, path, "a time",
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

    /** What definitions of others and lab files add. */
    private void limits(ManifestNode node, JsonNode schema, String path) {
        String text = node.text().orElse("");
        String value = node.number().map(BigInteger::toString).orElse(text);
        Set<String> choices = schema.path("enum").valueStream().map(one -> one.asString(""))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        must(choices.isEmpty() || text.isEmpty() && !isStrict || choices.contains(value), node, schema, path,
                "one of its values", Suggestion.sentence(text, choices) + "It is one of %s.".formatted(
                        String.join(", ", choices)));
        must(node.text().isEmpty() || hasPattern(text, schema), node, schema, path, "text like "
                + schema.path("pattern").asString(""), "");
        node.number().ifPresent(number -> {
            boolean isLow = schema.has("minimum") && number.doubleValue() < schema.path("minimum").asDouble();
            boolean isHigh = schema.has("maximum") && number.doubleValue() > schema.path("maximum").asDouble();
            String range = schema.has("minimum") && schema.has("maximum") ? "a number from %s to %s".formatted(
                    schema.path("minimum"), schema.path("maximum")) : schema.has("minimum") ? "at least "
                    + schema.path("minimum") : "at most " + schema.path("maximum");
            must(!isLow && !isHigh, node, schema, path, range, "Write %s.".formatted(range));
        });
    }

    private static boolean hasPattern(String text, JsonNode schema) {
        if (text.codePointCount(0, text.length()) > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
            return false;
        }
        String pattern = schema.path("pattern").asString("");
        try {
            Matcher matcher = Pattern.compile(pattern).matcher(text);
            // To Java, `$` is also before a last line end.
            return pattern.startsWith("^") && pattern.endsWith("$") ? matcher.matches() : matcher.find();
        } catch (PatternSyntaxException e) {
            // Go's patterns differ in a few forms.
            return true;
        }
    }

    /** Reports a value that breaks its schema's own rule. */
    private void must(boolean holds, ManifestNode node, JsonNode schema, String path, String what, String advice) {
        if (!holds) {
            flaw(rule(schema.path(RULE)), node, path, schema.path("x-what").asString(what),
                    schema.path("x-advice").asString(advice));
        }
    }

    private void flaw(RuleEntry rule, ManifestNode node, String path, String what, String advice) {
        String seen = node.text().map("'%s'"::formatted).orElse(node.form() == Form.LIST ? "a list"
                : node.form() == Form.NULL ? "null" : "a mapping");
        flaws.add(new Flaw(rule, node, "%s is %s, which is not %s".formatted(named(path), seen, what),
                advice.isEmpty() ? "Write %s.".formatted(what) : advice));
    }

    private String named(String path) {
        return path.isEmpty() ? isStrict ? "the lab file" : "the object" : path;
    }

    private void list(ManifestNode node, JsonNode schema, String path) {
        int size = node.items().size();
        if (size < schema.path("minItems").asInt(0)) {
            flaws.add(new Flaw(rule(schema.path(RULE)), node, path + " has no item", "Write at least one."));
        } else if (size > schema.path("maxItems").asInt(Integer.MAX_VALUE)) {
            flaws.add(new Flaw(LONG, node, "%s has %d items, more than %s".formatted(path, size,
                    schema.path("maxItems")), "Write fewer."));
        }
        Set<List<String>> seen = new HashSet<>();
        JsonNode items = resolver.apply(schema.path("items"));
        List<String> keys = schema.path("x-kubernetes-list-map-keys").valueStream().map(JsonNode::asString).toList();
        boolean unique = !keys.isEmpty() || schema.path("x-kubernetes-list-type").asString("").equals("set");
        int number = 0;
        for (ManifestNode item : node.items()) {
            List<String> key = keys.isEmpty() ? item.text().stream().toList() : keys.stream().map(name ->
                    item.text(name).orElse(items.path("properties").path(name).path("default").asString(""))).toList();
            if (unique && !key.isEmpty() && !seen.add(key)) {
                flaws.add(new Flaw(LIST, item, "%s has two items with %s".formatted(path, keys.isEmpty() ? key.get(0)
                        : named(keys, key)), "Leave one out, or give it another name."));
            }
            String place = "%s[%d]".formatted(path, number++);
            empty(item, item, place);
            value(item, schema.path("items"), place);
        }
    }

    private void empty(ManifestNode value, ManifestNode at, String path) {
        if (isStrict && value.form() == Form.NULL) {
            flaws.add(new Flaw(EMPTY, at, path + " has no value", "Write one, or remove it."));
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
        JsonNode names = resolver.apply(schema.path("propertyNames"));
        Set<String> meant = new HashSet<>();
        around.push(new Around(path, schema));
        node.fields().forEach((name, value) -> {
            String place = path.isEmpty() ? name : path + "." + name;
            must(hasPattern(name, names), node.key(name), names, place, "", "");
            if (properties.has(name) || others.isObject()) {
                empty(value, node.key(name), place);
                value(value, properties.has(name) ? properties.path(name) : others, place);
            } else if (!open) {
                Suggestion.nearest(name, properties.propertyNames()).ifPresent(meant::add);
                flaws.add(new Flaw(UNKNOWN, node.key(name), "%s has no field '%s'".formatted(named(path), name),
                        where(name, properties)));
            }
        });
        if (!path.startsWith("status")) {
            missing(node, schema, path, meant);
        }
        oneOf(node, schema, path, meant);
        around.pop();
    }

    /** @param meant fields that others were likely meant for */
    private void missing(ManifestNode node, JsonNode schema, String path, Set<String> meant) {
        schema.path("required").valueStream().map(JsonNode::asString).filter(name -> {
            ManifestNode value = node.at(name);
            JsonNode property = resolver.apply(schema.path("properties").path(name));
            String type = property.path("type").asString("");
            // An object without a spec has one without fields.
            boolean empty = path.isEmpty() && type.equals("object") && !property.has("required");
            return !empty && (value.form() == Form.NONE || value.form() == Form.NULL && !isStrict)
                    && !type.equals("boolean") && !ZERO.contains(name) && !meant.contains(name);
        }).forEach(name -> flaws.add(new Flaw(MISSING, node, "%s lacks the field '%s'".formatted(named(path), name),
                "Add `%s`. ".formatted(name).concat(schema.path("properties").path(name).path("description")
                        .asString("")).strip())));
    }

    /** Fields of which exactly one belongs there. */
    private void oneOf(ManifestNode node, JsonNode schema, String path, Set<String> meant) {
        List<String> names = schema.path("oneOf").valueStream().filter(one -> one.size() == 1
                && one.path("required").size() == 1).map(one -> one.path("required").get(0).asString()).toList();
        List<String> there = names.stream().filter(name -> node.fields().containsKey(name)
                && (isStrict || node.at(name).form() != Form.NULL)).toList();
        if (!names.isEmpty() && names.size() == schema.path("oneOf").size() && there.size() != 1
                && Collections.disjoint(names, meant)) {
            flaws.add(new Flaw(rule(schema.path(RULE)), node, "%s has %s of %s".formatted(named(path), there.isEmpty()
                    ? "none" : "more than one", String.join(", ", names)), "Write exactly one of them."));
        }
    }

    /** The field of a similar name, or the place of a field that stands at the wrong one. */
    private String where(String name, JsonNode properties) {
        Optional<String> outside = around.stream().skip(1).filter(one -> one.schema().path("properties").has(name))
                .map(one -> one.path().isEmpty() ? named("") + " itself" : one.path()).findFirst();
        Optional<String> inside = properties.properties().stream().filter(one -> {
            JsonNode schema = resolver.apply(one.getValue());
            return (schema.has("items") ? resolver.apply(schema.path("items")) : schema).path("properties").has(name);
        }).map(one -> "`%s`".formatted(one.getKey())).findFirst();
        Set<String> names = properties.properties().stream().map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        return Suggestion.nearest(name, names).map("Did you mean '%s'?"::formatted)
                .or(() -> outside.or(() -> inside).map("It belongs into %s; look at its indentation."::formatted))
                .orElse("Its fields are %s.".formatted(String.join(", ", names)));
    }
}
