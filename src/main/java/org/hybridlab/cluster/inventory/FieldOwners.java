package org.hybridlab.cluster.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Owners of an object's fields, or of a part of it, as sets of field names in managedFields.
 *
 * @param ours of hybridlab, and of others whose changes are accepted
 * @param others of everybody else
 * @param keepsGone whether a field that is gone and has no owner was not ours: somebody else removed it
 */
record FieldOwners(List<JsonNode> ours, List<JsonNode> others, boolean keepsGone) {
    private static final String FIELD = "f:";
    private static final String KEY = "k:";
    private static final String VALUE = "v:";
    private static final String ITSELF = ".";

    /** @param isOurs judges a managedFields entry */
    static FieldOwners of(ClusterObject object, Predicate<JsonNode> isOurs) {
        List<JsonNode> ours = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        object.metadata().path("managedFields").forEach(entry -> {
            if (!entry.path("subresource").asString("").equals("status") && entry.path("fieldsV1").isObject()) {
                (isOurs.test(entry) ? ours : others).add(entry.path("fieldsV1"));
            }
        });
        return new FieldOwners(List.copyOf(ours), List.copyOf(others), false);
    }

    FieldOwners keepingGone(boolean keeps) {
        return new FieldOwners(ours, others, keeps);
    }

    JsonNode part(JsonNode value) {
        if (isWhole(ours)) {
            return value;
        }
        if (value.isArray()) {
            ArrayNode part = JsonMapper.shared().createArrayNode();
            value.forEach(item -> {
                FieldOwners inside = ofItem(item);
                if (!inside.ours().isEmpty()) {
                    part.add(inside.part(item));
                }
            });
            return part;
        }
        ObjectNode part = JsonMapper.shared().createObjectNode();
        value.properties().forEach(field -> {
            FieldOwners inside = inside(FIELD + field.getKey());
            if (!inside.ours().isEmpty()) {
                part.set(field.getKey(), inside.part(field.getValue()));
            }
        });
        return part;
    }

    /** The present value, with the earlier one for fields that only others own. Fields without owner are defaults. */
    JsonNode merged(JsonNode now, JsonNode before) {
        if (isNobodys()) {
            return keepsGone && now.isMissingNode() ? before : now;
        }
        if (isWhole(ours) || others.isEmpty() && !keepsGone || now.isMissingNode() && !ours.isEmpty()) {
            return now;
        }
        if (now.isObject() && (before.isObject() || before.isMissingNode()) && !isWhole(others)) {
            return mergedFields(now, before);
        }
        if (now.isArray() && (before.isArray() || before.isMissingNode()) && !isWhole(others)) {
            return mergedItems(now, before);
        }
        return others.isEmpty() ? now : before;
    }

    boolean isNobodys() {
        return ours.isEmpty() && others.isEmpty();
    }

    private JsonNode mergedFields(JsonNode now, JsonNode before) {
        Set<String> names = new TreeSet<>(now.propertyNames());
        names.addAll(before.propertyNames());
        Map<String, JsonNode> fields = new TreeMap<>();
        names.forEach(name -> fields.put(name, inside(FIELD + name).merged(now.path(name), before.path(name))));
        fields.values().removeIf(JsonNode::isMissingNode);
        // Keeps the API server's order, as digests depend on it.
        ObjectNode merged = JsonMapper.shared().createObjectNode();
        now.propertyNames().stream().filter(fields::containsKey).forEach(name -> merged.set(name, fields.get(name)));
        fields.forEach((name, value) -> {
            if (!merged.has(name)) {
                merged.set(name, value);
            }
        });
        return merged.isEmpty() && before.isMissingNode() && ours.isEmpty() ? before : merged;
    }

    private JsonNode mergedItems(JsonNode now, JsonNode before) {
        ArrayNode merged = JsonMapper.shared().createArrayNode();
        now.forEach(item -> {
            FieldOwners inside = ofItem(item);
            JsonNode earlier = before.valueStream().filter(one -> isSame(item, one)).findFirst()
                    .orElseGet(JsonMapper.shared()::missingNode);
            boolean isOfOthers = inside.ours().isEmpty() && !inside.others().isEmpty();
            JsonNode kept = isOfOthers && earlier.isMissingNode() ? earlier : inside.merged(item, earlier);
            if (!kept.isMissingNode()) {
                merged.add(kept);
            }
        });
        if (keepsGone) {
            before.valueStream().filter(item -> ofItem(item).isNobodys() && now.valueStream().noneMatch(item::equals))
                    .forEach(merged::add);
        }
        return merged.isEmpty() && before.isMissingNode() && ours.isEmpty() ? before : merged;
    }

    /** Whether an owner has the value as a whole. */
    private static boolean isWhole(List<JsonNode> owners) {
        return owners.stream().anyMatch(JsonNode::isEmpty);
    }

    FieldOwners of(String... names) {
        FieldOwners inside = this;
        for (String name : names) {
            inside = inside.inside(FIELD + name);
        }
        return inside;
    }

    private FieldOwners inside(String name) {
        return filtered(name::equals);
    }

    FieldOwners ofItem(JsonNode item) {
        return filtered(name -> names(name, item));
    }

    private boolean isSame(JsonNode item, JsonNode other) {
        return Stream.concat(ours.stream(), others.stream())
                .flatMap(owner -> owner.propertyNames().stream())
                .anyMatch(name -> names(name, item) && names(name, other));
    }

    private static boolean names(String name, JsonNode item) {
        if (name.startsWith(KEY)) {
            return JsonMapper.shared().readTree(name.substring(KEY.length())).properties().stream()
                    .allMatch(key -> key.getValue().equals(item.path(key.getKey())));
        }
        return name.startsWith(VALUE) && JsonMapper.shared().readTree(name.substring(VALUE.length())).equals(item);
    }

    private FieldOwners filtered(Predicate<String> which) {
        return new FieldOwners(filtered(ours, which), filtered(others, which), keepsGone);
    }

    private static List<JsonNode> filtered(List<JsonNode> owners, Predicate<String> which) {
        return owners.stream().flatMap(owner -> owner.properties().stream())
                .filter(field -> !field.getKey().equals(ITSELF) && which.test(field.getKey()))
                .map(Map.Entry::getValue).toList();
    }
}
