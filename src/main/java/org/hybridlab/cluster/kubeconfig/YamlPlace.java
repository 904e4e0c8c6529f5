package org.hybridlab.cluster.kubeconfig;

import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Where a text that may hold secrets is no YAML. SnakeYAML's own message quotes the line. */
public final class YamlPlace {
    private YamlPlace() {
    }

    public static String of(YAMLException e) {
        return e instanceof MarkedYAMLException marked && marked.getProblemMark() != null
                ? "It is not YAML at line %d, column %d.".formatted(marked.getProblemMark().getLine() + 1,
                        marked.getProblemMark().getColumn() + 1)
                : "It is not YAML.";
    }
}
