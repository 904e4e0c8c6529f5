package org.hybridlab.config.file.schema;

import java.util.List;
import java.util.Map;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/** What a place of a lab file may hold. Reader, JSON Schema and reference all use the shapes, so they agree. */
public interface Shape {
    /** Reports problems of the node, and marks wrong parts as broken. */
    void check(Node node, Problems problems);

    /** As JSON Schema, without title, description and default. */
    Map<String, Object> schema();

    /** The form in words; empty if the schema shows it. */
    default String hint() {
        return "";
    }

    /** Rules of a value, besides {@link org.hybridlab.config.file.yaml.FileRules}. */
    default List<RuleEntry> rules() {
        return List.of();
    }
}
