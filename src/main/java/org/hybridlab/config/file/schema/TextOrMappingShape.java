package org.hybridlab.config.file.schema;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/** A short form of one word, or a long one with keys. */
public record TextOrMappingShape(TextShape text, MappingShape mapping) implements Shape {
    @Override
    public void check(Node node, Problems problems) {
        (node instanceof MappingNode ? mapping : text).check(node, problems);
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("anyOf", List.of(text.schema(), mapping.schema()));
    }

    @Override
    public List<RuleEntry> rules() {
        return Stream.concat(text.rules().stream(), mapping.rules().stream()).toList();
    }
}
