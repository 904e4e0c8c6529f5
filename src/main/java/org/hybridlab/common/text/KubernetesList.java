package org.hybridlab.common.text;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A document of {@code kind: List}. kubectl splits it; the API server has no such object. */
public final class KubernetesList {
    private KubernetesList() {
    }

    public static List<Node> objects(Node document) {
        boolean isList = field(document, "kind").filter(kind -> kind instanceof ScalarNode word
                && word.getValue().equals("List")).isPresent();
        return !isList ? List.of(document) : field(document, "items").filter(SequenceNode.class::isInstance)
                .map(items -> ((SequenceNode) items).getValue()).orElse(List.of());
    }

    private static Optional<Node> field(Node node, String name) {
        Stream<NodeTuple> fields = node instanceof MappingNode mapping ? mapping.getValue().stream() : Stream.empty();
        return fields.filter(field -> field.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name))
                .map(NodeTuple::getValueNode).findFirst();
    }
}
