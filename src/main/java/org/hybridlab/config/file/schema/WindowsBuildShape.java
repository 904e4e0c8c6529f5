package org.hybridlab.config.file.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/** A build of Windows, by number or name. Numbers need no quotes. */
public record WindowsBuildShape(RuleEntry rule) implements Shape {
    public static final WindowsBuildShape BUILD = new WindowsBuildShape(
            new RuleEntry("windows-build-unknown", "A Windows build is one that hybridlab knows."));

    /** By value: {@code 0x4f7c} and {@code 20348} are one number. */
    public static Optional<WindowsBuild> build(Scalar scalar) {
        String word = scalar.kind() == Scalar.Kind.NUMBER
                ? scalar.integer().map(Object::toString).orElse("") : scalar.text();
        return WindowsBuild.of(word);
    }

    @Override
    public void check(Node node, Problems problems) {
        Optional<Scalar> scalar = Scalar.of(node);
        if (scalar.flatMap(WindowsBuildShape::build).isEmpty()) {
            String found = scalar.map(value -> "'" + value.text() + "'").orElse("a mapping or a list");
            problems.report(rule, node, found + " is not a build of Windows", "Write one of: %s.".formatted(
                    WindowsBuild.known().stream().map(build -> String.join(" = ", build.ids()))
                            .collect(Collectors.joining(", "))));
        }
    }

    @Override
    public Map<String, Object> schema() {
        List<Object> words = new ArrayList<>();
        for (WindowsBuild build : WindowsBuild.known()) {
            for (String word : build.ids()) {
                if (word.chars().allMatch(Character::isDigit)) {
                    words.add(Integer.parseInt(word));
                }
                words.add(word);
            }
        }
        return Map.of("enum", words);
    }

    @Override
    public List<RuleEntry> rules() {
        return List.of(rule);
    }
}
