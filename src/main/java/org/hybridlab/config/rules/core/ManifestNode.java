package org.hybridlab.config.rules.core;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A value of a manifest: a scalar, a list or a mapping, or nothing at all, so that a way through a manifest needs no
 * questions on the way.
 *
 * @param text of a scalar, without quotes
 * @param items of a list
 * @param fields of a mapping, in their order
 * @param line from 1; 0 if there is no such value
 * @param column from 1
 */
public record ManifestNode(Optional<String> text, List<ManifestNode> items, Map<String, ManifestNode> fields, int line,
                           int column) {
    /** What is not there. */
    public static final ManifestNode NOTHING = new ManifestNode(Optional.empty(), List.of(), Map.of(), 0, 0);

    public boolean isPresent() {
        return line > 0;
    }

    /** The value at the end of that way of keys, or {@link #NOTHING}. */
    public ManifestNode at(String... keys) {
        ManifestNode node = this;
        for (String key : keys) {
            node = node.fields.getOrDefault(key, NOTHING);
        }
        return node;
    }

    /** The text at the end of that way of keys. */
    public Optional<String> text(String... keys) {
        return at(keys).text;
    }

    public boolean isTrue() {
        return text.filter("true"::equals).isPresent();
    }

    /** Those of these fields that are there. */
    public Stream<ManifestNode> present(String... keys) {
        return Arrays.stream(keys).map(this::at).filter(ManifestNode::isPresent);
    }

    /** This node, or the other if there is none. */
    public ManifestNode or(ManifestNode other) {
        return isPresent() ? this : other;
    }
}
