package org.hybridlab.config.file.schema;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Free keys, each with a value of one shape, for example {@code {web: 3, api: 1}}.
 *
 * @param advice for a value that is no mapping
 */
public record MapShape(TextShape key, Shape value, String advice) implements Shape {
    @Override
    public void check(Node node, Problems problems) {
        if (!(node instanceof MappingNode mapping)) {
            problems.report(FileRules.MAPPING, node, "keys with values belong here", advice);
            return;
        }
        Set<String> seen = new HashSet<>();
        mapping.getValue().forEach(pair -> checkPair(pair, seen, problems));
    }

    private void checkPair(NodeTuple pair, Set<String> seen, Problems problems) {
        Keys.name(pair.getKeyNode(), problems).ifPresent(name -> {
            key.checkForm(pair.getKeyNode(), name, problems);
            if (!seen.add(name)) {
                problems.report(FileRules.DUPLICATE_KEY, pair.getKeyNode(), "the key '%s' stands here a second time"
                        .formatted(name), "Keep one of the two.");
            }
            Keys.checkValue(pair, name, value, problems);
        });
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("propertyNames", key.schema());
        schema.put("additionalProperties", value.schema());
        return schema;
    }

    @Override
    public List<RuleEntry> rules() {
        return Stream.concat(key.rules().stream(), value.rules().stream()).toList();
    }
}
