package org.hybridlab.config.file.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * @param notEmpty rule against an empty list; none: it may be empty
 * @param max number of items
 */
public record ListShape(Shape item, Optional<RuleEntry> notEmpty, RuleEntry notLonger, int max) implements Shape {
    private static final RuleEntry LONGER = new RuleEntry("list-too-long", "No list is longer than a lab can use.");

    public static ListShape of(Shape item, int max) {
        return new ListShape(item, Optional.empty(), LONGER, max);
    }

    public ListShape notEmpty(String ruleId, String title) {
        return new ListShape(item, Optional.of(new RuleEntry(ruleId, title)), notLonger, max);
    }

    @Override
    public void check(Node node, Problems problems) {
        if (!(node instanceof SequenceNode list)) {
            problems.report(FileRules.LIST, node, "a list belongs here",
                    "Write `- ` before each item on a line of its own, or [a, b] on one line.");
            return;
        }
        if (list.getValue().isEmpty()) {
            notEmpty.ifPresent(rule -> problems.report(rule, node, "the list is empty", "Write at least one item."));
        }
        if (list.getValue().size() > max) {
            problems.report(notLonger, node, "the list has %d items, more than %d"
                    .formatted(list.getValue().size(), max), "Split the lab.");
        }
        list.getValue().forEach(one -> checkItem(one, problems));
    }

    private void checkItem(Node one, Problems problems) {
        if (Scalar.isNull(one)) {
            problems.report(FileRules.VALUE_EMPTY, one, "this item is empty", "Write a value, or remove the item.");
        } else {
            item.check(one, problems);
        }
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("items", item.schema());
        notEmpty.ifPresent(rule -> schema.put("minItems", 1));
        schema.put("maxItems", max);
        return schema;
    }

    @Override
    public List<RuleEntry> rules() {
        return Stream.concat(Stream.concat(notEmpty.stream(), Stream.of(notLonger)), item.rules().stream()).toList();
    }
}
