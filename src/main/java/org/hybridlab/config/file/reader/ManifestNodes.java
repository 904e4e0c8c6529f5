package org.hybridlab.config.file.reader;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.file.reader.ManifestTemplates.TextPlace;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.ManifestNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Converts YAML nodes for rules. Converts each anchor once, and drops nodes that contain themselves. */
final class ManifestNodes {
    private final Map<Node, ManifestNode> done = new IdentityHashMap<>();
    private final int lines;
    private final int columns;
    private final ManifestTemplates.Origin origin;

    /**
     * @param columns of indentation of each line
     * @param origin where the text comes from
     */
    ManifestNodes(int lines, int columns, ManifestTemplates.Origin origin) {
        this.lines = lines;
        this.columns = columns;
        this.origin = origin;
    }

    ManifestNode of(Node node) {
        ManifestNode known = done.putIfAbsent(node, ManifestNode.NOTHING);
        if (known != null) {
            return known;
        }
        ManifestNode made = make(node);
        done.put(node, made);
        return made;
    }

    private ManifestNode make(Node node) {
        TextPlace place = origin.of(new TextPlace(node.getStartMark().getLine() + 1 + lines,
                node.getStartMark().getColumn() + 1 + columns));
        int line = place.line();
        int column = place.column();
        if (node instanceof MappingNode mapping) {
            Map<String, ManifestNode> fields = new LinkedHashMap<>();
            mapping.getValue().forEach(pair -> fields.putIfAbsent(Part.name(pair), of(pair.getValueNode())));
            return new ManifestNode(Optional.empty(), List.of(), Collections.unmodifiableMap(fields), line, column);
        }
        if (node instanceof SequenceNode list) {
            return new ManifestNode(Optional.empty(), list.getValue().stream().map(this::of).toList(), Map.of(), line,
                    column);
        }
        return new ManifestNode(Scalar.of(node).filter(scalar -> scalar.kind() != Scalar.Kind.NULL).map(Scalar::text),
                List.of(), Map.of(), line, column);
    }
}
