package org.hybridlab.config.file.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A whole number, bounds included.
 *
 * @param what for "n is not what", for example {@code a number of machines}
 */
public record NumberShape(RuleEntry rule, int min, int max, String what) implements Shape {
    public static NumberShape of(String ruleId, String title, int min, int max, String what) {
        return new NumberShape(new RuleEntry(ruleId, title), min, max, what);
    }

    @Override
    public void check(Node node, Problems problems) {
        Optional<Scalar> scalar = Scalar.of(node);
        Optional<Integer> number = scalar.flatMap(Scalar::integer);
        if (number.isEmpty()) {
            problems.report(FileRules.NUMBER, node, scalar.map(value -> "'" + value.text() + "'")
                    .orElse("a mapping or a list") + " is not a whole number", range());
        } else if (number.get() < min || number.get() > max) {
            problems.report(rule, node, "%d is not %s".formatted(number.get(), what), range());
        }
    }

    private String range() {
        return "Write a number from %d to %d, without quotes.".formatted(min, max);
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", min);
        schema.put("maximum", max);
        return schema;
    }

    @Override
    public List<RuleEntry> rules() {
        return List.of(rule);
    }
}
