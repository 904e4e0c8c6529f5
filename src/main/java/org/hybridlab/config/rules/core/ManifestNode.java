package org.hybridlab.config.rules.core;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A value of a manifest: scalar, list, mapping, or {@link #NOTHING}, so that paths need no null checks.
 *
 * @param text of a scalar, without quotes
 * @param fields of a mapping, in their order
 * @param line from 1; 0 if absent
 * @param column from 1
 */
public record ManifestNode(Optional<String> text, List<ManifestNode> items, Map<String, ManifestNode> fields, int line,
                           int column) {
    public static final ManifestNode NOTHING = new ManifestNode(Optional.empty(), List.of(), Map.of(), 0, 0);

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

    public Optional<String> text(String... keys) {
        return at(keys).text;
    }

    public boolean isTrue() {
        return text.filter("true"::equals).isPresent();
    }

    public Stream<ManifestNode> present(String... keys) {
        return Arrays.stream(keys).map(this::at).filter(ManifestNode::isPresent);
    }

    public ManifestNode or(ManifestNode other) {
        return isPresent() ? this : other;
    }
}
