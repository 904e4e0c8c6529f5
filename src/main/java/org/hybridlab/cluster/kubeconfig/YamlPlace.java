package org.hybridlab.cluster.kubeconfig;

import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Where invalid YAML breaks off. SnakeYAML's own message quotes the line, which may be secret. */
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
