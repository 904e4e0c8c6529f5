package org.hybridlab.config.rules.core;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value of a manifest: scalar, list, mapping, or {@link #NOTHING}, so that paths need no null checks.
 *
 * @param form as an API server reads it
 * @param text of a scalar, as written, without quotes
 * @param number of a whole number that is not too long
 * @param fields of a mapping, in their order
 * @param keys of a mapping that are written in it, by their text
 * @param line from 1; 0 if absent
 * @param column from 1
 */
public record ManifestNode(Form form, Optional<String> text, Optional<BigInteger> number, List<ManifestNode> items,
                           Map<String, ManifestNode> fields, Map<String, ManifestNode> keys, int line,
                           int column) {
    private static final Set<String> TRUE = Set.of("true", "yes", "on", "y");

    public static final ManifestNode NOTHING = new ManifestNode(Form.NONE, Optional.empty(), Optional.empty(),
            List.of(), Map.of(), Map.of(), 0, 0);

    public enum Form {
        TEXT, INTEGER, FLOAT, BOOLEAN, NULL, LIST, MAPPING, NONE
    }

    public boolean isPresent() {
        return line > 0;
    }

    /** The value at this path of keys, or {@link #NOTHING}. */
    public ManifestNode at(String... keys) {
        ManifestNode node = this;
        for (String key : keys) {
            node = node.fields.getOrDefault(key, NOTHING);
        }
        return node;
    }

    /** Where the field is named, or the value of one that a merge brings. */
    public ManifestNode key(String name) {
        return keys.getOrDefault(name, at(name)).or(this);
    }

    public Optional<String> text(String... keys) {
        return at(keys).text;
    }

    public boolean isTrue() {
        return form == Form.BOOLEAN && TRUE.contains(text.orElse("").toLowerCase(Locale.ROOT));
    }

    public Stream<ManifestNode> present(String... keys) {
        return Arrays.stream(keys).map(this::at).filter(ManifestNode::isPresent);
    }

    public ManifestNode or(ManifestNode other) {
        return isPresent() ? this : other;
    }

    public JsonNode json() {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (form) {
            case LIST -> nodes.arrayNode().addAll(items.stream().map(ManifestNode::json).toList());
            case MAPPING -> {
                ObjectNode object = nodes.objectNode();
                fields.forEach((name, value) -> object.set(name, value.json()));
                yield object;
            }
            case BOOLEAN -> nodes.booleanNode(isTrue());
            case INTEGER -> number.<JsonNode>map(nodes::numberNode).orElse(nodes.nullNode());
            // JSON has neither infinity nor NaN.
            case FLOAT -> text.filter(digits -> digits.matches(".*[0-9].*")).<JsonNode>map(digits ->
                    nodes.numberNode(Double.parseDouble(digits))).orElse(nodes.nullNode());
            case TEXT -> nodes.stringNode(text.orElse(""));
            default -> nodes.nullNode();
        };
    }
}
