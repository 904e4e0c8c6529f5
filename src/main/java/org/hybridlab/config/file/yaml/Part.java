package org.hybridlab.config.file.yaml;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A mapping whose shape was checked. Broken values, which are reported already, look absent. */
public record Part(MappingNode node, Problems problems) {
    public Optional<Node> value(String key) {
        return pairs().filter(pair -> name(pair).equals(key)).findFirst().map(NodeTuple::getValueNode);
    }

    public Optional<String> text(String key) {
        return value(key).flatMap(Scalar::of).map(Scalar::text);
    }

    public Optional<Integer> number(String key) {
        return value(key).flatMap(Scalar::of).flatMap(Scalar::integer);
    }

    public Optional<Boolean> flag(String key) {
        return text(key).map(Boolean::parseBoolean);
    }

    public Optional<Part> part(String key) {
        return value(key).flatMap(this::inner);
    }

    public Optional<Part> inner(Node value) {
        return value instanceof MappingNode mapping ? Optional.of(new Part(mapping, problems)) : Optional.empty();
    }

    /** Valid items of a list; none without such a key. */
    public List<Node> items(String key) {
        return value(key).stream().flatMap(value -> value instanceof SequenceNode list
                        ? list.getValue().stream() : Stream.empty())
                .filter(item -> !problems.isBroken(item)).toList();
    }

    public List<String> texts(String key) {
        return items(key).stream().flatMap(item -> Scalar.of(item).stream()).map(Scalar::text).toList();
    }

    public Stream<NodeTuple> pairs() {
        return node.getValue().stream()
                .filter(pair -> !problems.isBroken(pair.getKeyNode()) && !problems.isBroken(pair.getValueNode()));
    }

    /** The parsed value. A refusal becomes a problem with its own message. */
    public <T> Optional<T> parsed(String key, Function<String, T> parser, RuleEntry rule, String advice) {
        return value(key).flatMap(value -> {
            try {
                return Scalar.of(value).map(Scalar::text).map(parser);
            } catch (IllegalArgumentException e) {
                problems.report(rule, value, e.getMessage(), advice);
                return Optional.empty();
            }
        });
    }

    public static String name(NodeTuple pair) {
        return Scalar.of(pair.getKeyNode()).map(Scalar::text).orElse("");
    }
}
