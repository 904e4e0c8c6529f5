package org.hybridlab.config.file.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.config.rules.core.Suggestion;
import org.yaml.snakeyaml.nodes.Node;

/**
 * One word of a list.
 *
 * @param what for "'x' is not what", for example {@code a role}
 */
public record ChoiceShape(RuleEntry rule, List<String> words, String what) implements Shape {
    public static ChoiceShape of(String ruleId, String title, List<String> words, String what) {
        return new ChoiceShape(new RuleEntry(ruleId, title), List.copyOf(words), what);
    }

    @Override
    public void check(Node node, Problems problems) {
        Optional<Scalar> scalar = Scalar.of(node);
        if (scalar.isPresent() && words.contains(scalar.get().text())) {
            return;
        }
        String found = scalar.map(value -> "'" + value.text() + "'").orElse("a mapping or a list");
        String known = scalar.map(value -> Suggestion.sentence(value.text(), words)).orElse("");
        problems.report(rule, node, "%s is not %s".formatted(found, what),
                "%sWrite one of: %s.".formatted(known, String.join(", ", words)));
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("enum", words);
    }

    @Override
    public List<RuleEntry> rules() {
        return List.of(rule);
    }
}
