package org.hybridlab.config.catalog;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A node of a data file. Its errors have file and line. */
public record DataNode(String file, Node node) {
    /**
     * The root of a file.
     *
     * @throws IllegalArgumentException if the text is empty
     * @throws org.yaml.snakeyaml.error.YAMLException if it is no YAML
     */
    public static DataNode parse(String file, String text) {
        Node root = new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
        if (root == null) {
            throw new IllegalArgumentException(file + " is empty");
        }
        return new DataNode(file, root);
    }

    /** Values by key. Unknown or repeated keys are errors. */
    public Map<String, DataNode> entries(Set<String> known) {
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

    /** The values of a mapping whose keys are names. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        if (!(node instanceof MappingNode mapping)) {
            throw wrong("is no mapping");
        }
        mapping.getValue().forEach(tuple -> texts.put(new DataNode(file, tuple.getKeyNode()).text(),
                new DataNode(file, tuple.getValueNode()).text()));
        return texts;
    }

    public DataNode need(Map<String, DataNode> entries, String key) {
        return Optional.ofNullable(entries.get(key)).orElseThrow(() -> wrong("lacks '%s'".formatted(key)));
    }

    public List<DataNode> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong("is no list");
        }
        List<DataNode> items = new ArrayList<>();
        sequence.getValue().forEach(item -> items.add(new DataNode(file, item)));
        return items;
    }

    public String text() {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw wrong("is no text");
        }
        return scalar.getValue();
    }

    public boolean flag() {
        return switch (text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong("is neither true nor false");
        };
    }

    public IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("%s:%d: %s".formatted(file, node.getStartMark().getLine() + 1, what));
    }
}
