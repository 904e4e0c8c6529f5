package org.hybridlab.common.text;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A document of {@code kind: List}, or of a list of one kind. kubectl splits it; the API server has no such object. */
public final class KubernetesList {
    private KubernetesList() {
    }

    public static List<Node> objects(Node document) {
        String kind = field(document, "kind").filter(ScalarNode.class::isInstance)
                .map(word -> ((ScalarNode) word).getValue()).orElse("");
        Optional<List<Node>> items = field(document, "items").filter(SequenceNode.class::isInstance)
                .map(list -> ((SequenceNode) list).getValue());
        // A kind of others may end so, and its objects have names.
        boolean isNamed = field(document, "metadata").flatMap(metadata -> field(metadata, "name")).isPresent();
        return kind.equals("List") ? items.orElse(List.of())
                : items.filter(list -> kind.endsWith("List") && !isNamed).orElse(List.of(document));
    }

    private static Optional<Node> field(Node node, String name) {
        Stream<NodeTuple> fields = node instanceof MappingNode mapping ? mapping.getValue().stream() : Stream.empty();
        return fields.filter(field -> field.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name))
                .map(NodeTuple::getValueNode).findFirst();
    }
}
