package org.hybridlab.config.file.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A version that may be written without quotes although YAML takes {@code 1.30} for the number 1.3: the reader looks
 * at the characters, an editor's schema at the number.
 */
record VersionShape(TextShape text) implements Shape {
    @Override
    public void check(Node node, Problems problems) {
        Optional<Scalar> scalar = Scalar.of(node).filter(value -> value.kind() == Scalar.Kind.NUMBER);
        scalar.ifPresentOrElse(number -> text.checkForm(node, number.text(), problems),
                () -> text.check(node, problems));
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> number = new LinkedHashMap<>();
        number.put("type", "number");
        number.put("exclusiveMinimum", 1);
        number.put("exclusiveMaximum", 2);
        return Map.of("anyOf", List.of(text.schema(), number));
    }

    @Override
    public String hint() {
        return text.hint();
    }

    @Override
    public List<RuleEntry> rules() {
        return text.rules();
    }
}
