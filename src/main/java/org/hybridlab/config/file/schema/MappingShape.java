package org.hybridlab.config.file.schema;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.config.rules.core.Suggestion;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Keys with values.
 *
 * @param what for "what needs the key x", for example {@code a machine}
 */
public record MappingShape(String what, List<Field> fields, Optional<OneOf> oneOf) implements Shape {
    record OneOf(RuleEntry rule, List<String> keys) {
    }

    public static MappingShape of(String what, Field... fields) {
        return new MappingShape(what, List.of(fields), Optional.empty());
    }

    public MappingShape withOneOf(String ruleId, String title, String... keys) {
        return new MappingShape(what, fields, Optional.of(new OneOf(new RuleEntry(ruleId, title), List.of(keys))));
    }

    @Override
    public void check(Node node, Problems problems) {
        if (!(node instanceof MappingNode mapping)) {
            problems.report(FileRules.MAPPING, node, what + " is written as keys with values",
                    "Write some of: " + String.join(", ", names()) + ".");
            return;
        }
        Set<String> seen = new HashSet<>();
        Set<String> meant = new HashSet<>();
        mapping.getValue().forEach(pair -> checkPair(pair, seen, meant, problems));
        fields.stream().filter(field -> field.required() && !seen.contains(field.name()))
                .filter(field -> !meant.contains(field.name()))
                .forEach(field -> problems.report(FileRules.KEY_MISSING, node,
                        "%s needs the key '%s'".formatted(what, field.name()), field.description()));
        oneOf.filter(choice -> Collections.disjoint(choice.keys(), meant))
                .ifPresent(choice -> checkOneOf(choice, node, seen, problems));
    }

    /** @param meant collects likely keys for unknown ones; they are not reported as missing */
    private void checkPair(NodeTuple pair, Set<String> seen, Set<String> meant, Problems problems) {
        Optional<String> key = Keys.name(pair.getKeyNode(), problems);
        if (key.isEmpty()) {
            return;
        }
        Optional<Field> field = fields.stream().filter(one -> one.name().equals(key.get())).findFirst();
        if (field.isEmpty()) {
            Suggestion.nearest(key.get(), names()).ifPresent(meant::add);
            problems.report(FileRules.KEY_UNKNOWN, pair.getKeyNode(), "%s has no key '%s'".formatted(what, key.get()),
                    Suggestion.sentence(key.get(), names()) + "Its keys are: " + String.join(", ", names()) + ".");
        } else if (!seen.add(key.get())) {
            problems.report(FileRules.DUPLICATE_KEY, pair.getKeyNode(), "the key '%s' stands here a second time"
                    .formatted(key.get()), "Keep one of the two.");
        } else {
            Keys.checkValue(pair, key.get(), field.get().shape(), problems);
        }
    }

    private static void checkOneOf(OneOf choice, Node node, Set<String> seen, Problems problems) {
        List<String> there = choice.keys().stream().filter(seen::contains).toList();
        if (there.size() != 1) {
            String found = there.isEmpty() ? "none is there" : String.join(" and ", there) + " are there";
            problems.report(choice.rule(), node, "exactly one of %s belongs here, but %s"
                    .formatted(String.join(", ", choice.keys()), found), "Keep or write one of them.");
        }
    }

    private List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        fields.forEach(field -> properties.put(field.name(), field.schema()));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        List<String> required = fields.stream().filter(Field::required).map(Field::name).toList();
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        oneOf.ifPresent(choice -> schema.put("oneOf",
                choice.keys().stream().map(key -> Map.of("required", List.of(key))).toList()));
        schema.put("additionalProperties", false);
        return schema;
    }

    @Override
    public List<RuleEntry> rules() {
        return Stream.concat(oneOf.stream().map(OneOf::rule),
                fields.stream().flatMap(field -> field.shape().rules().stream())).toList();
    }
}
