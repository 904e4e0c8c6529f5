package org.hybridlab.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A node of a data file. Its errors have file and line. */
record DataNode(String file, Node node) {
    /** Values by key. Unknown or repeated keys are errors. */
    Map<String, DataNode> entries(Set<String> known) {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong("is no mapping");
        }
        Map<String, DataNode> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            DataNode key = new DataNode(file, tuple.getKeyNode());
            if (!known.contains(key.text())) {
                throw key.wrong("'%s' is no key here; there are %s".formatted(key.text(),
                        String.join(", ", known.stream().sorted().toList())));
            }
            if (entries.put(key.text(), new DataNode(file, tuple.getValueNode())) != null) {
                throw key.wrong("'%s' is there twice".formatted(key.text()));
            }
        }
        return entries;
    }

    DataNode need(Map<String, DataNode> entries, String key) {
        return Optional.ofNullable(entries.get(key)).orElseThrow(() -> wrong("lacks '%s'".formatted(key)));
    }

    List<DataNode> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong("is no list");
        }
        List<DataNode> items = new ArrayList<>();
        sequence.getValue().forEach(item -> items.add(new DataNode(file, item)));
        return items;
    }

    String text() {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw wrong("is no text");
        }
        return scalar.getValue();
    }

    boolean flag() {
        return switch (text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong("is neither true nor false");
        };
    }

    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("%s:%d: %s".formatted(file, node.getStartMark().getLine() + 1, what));
    }
}
