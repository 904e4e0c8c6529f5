package org.hybridlab.config.file.reader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Source;
import org.hybridlab.config.file.yaml.YamlDocument;
import org.hybridlab.config.rules.core.Suggestion;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Values that replace those of a lab file, as {@code --set KEY=VALUE} gives them.
 *
 * @param values YAML by the path of its key, such as {@code network.mode} or {@code machines.node.memory}; an item of
 * a list is called by its {@code name}
 */
public record SetValues(Map<String, String> values) {
    public static final SetValues NONE = new SetValues(Map.of());

    public SetValues {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Newer values win. An empty one returns to the lab file's. */
    public SetValues with(SetValues newer) {
        Map<String, String> all = new TreeMap<>(values);
        all.putAll(newer.values);
        all.values().removeIf(String::isEmpty);
        return new SetValues(all);
    }

    /** For example {@code kubernetes=1.36}. */
    public List<String> lines() {
        return values.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).toList();
    }

    /** @throws LabException {@code setting-wrong} (exit 2) if the file has no place for a key */
    public void applyTo(MappingNode root, Problems problems) {
        values.forEach((path, value) -> new Setting(path, value, problems).applyTo(root));
    }

    private record Setting(String path, String value, Problems problems) {
        void applyTo(MappingNode root) {
            if (value.lines().count() != 1 || !path.matches("[^.:\\s]+(\\.[^.:\\s]+)*")) {
                throw wrong("This is no key with a value in one line.", "Write it as in --set network.mode=l2bridge.");
            }
            List<String> steps = List.of(path.split("\\."));
            // The value gets a source of its own, so that a problem shows what was given.
            Source source = new Source(Path.of("--set " + path), steps.get(steps.size() - 1) + ": " + value);
            Problems own = new Problems(source);
            Optional<MappingNode> given = new YamlDocument(source, own).root();
            problems.addAll(own.sorted());
            given.map(MappingNode::getValue).ifPresent(pairs -> {
                problems.from(source, given.get());
                put(root, steps, pairs.get(0));
            });
        }

        private void put(Node node, List<String> steps, NodeTuple pair) {
            if (node instanceof SequenceNode list && steps.size() > 1) {
                put(item(list, steps.get(0)), steps.subList(1, steps.size()), pair);
            } else if (node instanceof MappingNode mapping) {
                List<NodeTuple> pairs = new ArrayList<>(mapping.getValue());
                int at = pairs.stream().map(Part::name).toList().indexOf(steps.get(0));
                if (steps.size() > 1) {
                    put(at < 0 ? added(pairs, steps.get(0), pair) : pairs.get(at).getValueNode(),
                            steps.subList(1, steps.size()), pair);
                } else if (at < 0) {
                    pairs.add(pair);
                } else {
                    pairs.set(at, pair);
                }
                mapping.setValue(pairs);
            } else {
                throw wrong("The lab file has no keys above '%s'.".formatted(steps.get(0)),
                        "Name a key of the lab file's reference, and an item of a list by its name.");
            }
        }

        private static Node added(List<NodeTuple> pairs, String key, NodeTuple pair) {
            Node name = new ScalarNode(Tag.STR, key, pair.getKeyNode().getStartMark(),
                    pair.getKeyNode().getEndMark(), ScalarStyle.PLAIN);
            Node inner = new MappingNode(Tag.MAP, true, new ArrayList<>(), pair.getKeyNode().getStartMark(),
                    pair.getValueNode().getEndMark(), FlowStyle.FLOW);
            pairs.add(new NodeTuple(name, inner));
            return inner;
        }

        private Node item(SequenceNode list, String name) {
            Map<String, Node> items = new TreeMap<>();
            list.getValue().stream().filter(MappingNode.class::isInstance).map(MappingNode.class::cast)
                    .forEach(item -> new Part(item, problems).text("name").ifPresent(key ->
                            items.putIfAbsent(key, item)));
            return Optional.ofNullable(items.get(name)).orElseThrow(() -> wrong(
                    "The lab file has no '%s' there.".formatted(name), Suggestion.nearest(name, items.keySet())
                            .map("Did you mean '%s'?"::formatted)
                            .orElse("There is: " + String.join(", ", items.keySet()) + ".")));
        }

        private LabException wrong(String cause, String advice) {
            return LabException.invalid("setting-wrong", "--set %s=%s: %s".formatted(path, value, cause),
                    advice + " To return to the lab file's value: --set %s=".formatted(path));
        }
    }
}
