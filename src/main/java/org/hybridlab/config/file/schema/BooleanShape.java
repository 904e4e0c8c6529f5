package org.hybridlab.config.file.schema;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.yaml.snakeyaml.nodes.Node;

public record BooleanShape() implements Shape {
    private static final Set<String> YES = Set.of("yes", "y", "on", "1", "true");
    private static final Set<String> NO = Set.of("no", "n", "off", "0", "false");

    @Override
    public void check(Node node, Problems problems) {
        Optional<Scalar> scalar = Scalar.of(node);
        if (scalar.isEmpty() || scalar.get().kind() != Scalar.Kind.BOOLEAN) {
            String found = scalar.map(value -> "'" + value.text() + "'").orElse("a mapping or a list");
            problems.report(FileRules.BOOLEAN, node, found + " is neither true nor false",
                    scalar.map(BooleanShape::meant).orElse("") + "Write true or false, without quotes.");
        }
    }

    private static String meant(Scalar scalar) {
        String word = scalar.text().toLowerCase(Locale.ROOT);
        return YES.contains(word) ? "Did you mean true? " : NO.contains(word) ? "Did you mean false? " : "";
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("type", "boolean");
    }
}
