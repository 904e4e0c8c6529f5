package org.hybridlab.config.file.schema;

import java.util.List;
import java.util.Map;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What one place of a lab file may hold. Reader, JSON Schema and reference all come from the shapes, so that they
 * cannot disagree.
 */
public interface Shape {
    /** Reports what is wrong with the node and marks its wrong parts as broken. */
    void check(Node node, Problems problems);

    /** As JSON Schema, without title, description and default. */
    Map<String, Object> schema();

    /** The form of a value in words, for its description; empty if the schema shows it already. */
    default String hint() {
        return "";
    }

    /** The rules that a value may break, besides {@link org.hybridlab.config.file.yaml.FileRules}. */
    default List<RuleEntry> rules() {
        return List.of();
    }
}
