package org.hybridlab.cluster.api;

import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A manifest with another number of replicas, or without one. All the rest of the text stays as it is: written again,
 * {@code 0644} would not be the same in every YAML.
 */
final class ManifestReplicas {
    private static final String FIELD = "replicas";

    private final Manifest object;
    private final String text;
    private final Optional<MappingNode> spec;
    private final Optional<NodeTuple> replicas;

    private ManifestReplicas(Manifest object) {
        this.object = object;
        text = object.yaml();
        Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
        spec = field(root, "spec").map(NodeTuple::getValueNode).filter(MappingNode.class::isInstance)
                .map(MappingNode.class::cast);
        replicas = spec.flatMap(node -> field(node, FIELD));
    }

    static Manifest set(Manifest object, int number) {
        return new ManifestReplicas(object).with(number);
    }

    static Manifest leaveOut(Manifest object) {
        return new ManifestReplicas(object).without();
    }

    private Manifest with(int number) {
        if (replicas.isPresent()) {
            int from = place(replicas.get().getValueNode().getStartMark());
            int to = place(replicas.get().getValueNode().getEndMark());
            // Where there is no value, the text goes on right behind the colon.
            return changed(OptionalInt.of(number), from, to, (from == to ? " " : "") + number);
        }
        if (spec.isEmpty() || spec.get().getValue().isEmpty()) {
            return object;
        }
        Mark first = spec.get().getValue().get(0).getKeyNode().getStartMark();
        return changed(OptionalInt.of(number), place(first), place(first), "%s: %d%s"
                .formatted(FIELD, number, isFlow() ? ", "
                : "\n" + " ".repeat(first.getColumn())));
    }

    private Manifest without() {
        if (replicas.isEmpty()) {
            return object;
        }
        int from = place(replicas.get().getKeyNode().getStartMark());
        int to = place(replicas.get().getValueNode().getEndMark());
        // A comma may be the last thing in a flow mapping, but not the first.
        Matcher comma = Pattern.compile("\\s*,").matcher(text).region(to, text.length());
        return changed(OptionalInt.empty(), from, isFlow() && comma.lookingAt() ? comma.end() : to, "");
    }

    private boolean isFlow() {
        return spec.filter(node -> node.getFlowStyle() == FlowStyle.FLOW).isPresent();
    }

    private Manifest changed(OptionalInt number, int from, int to, String instead) {
        String changed = text.substring(0, from) + instead + text.substring(to);
        return new Manifest(object.apiVersion(), object.kind(), object.namespace(), object.name(), number, changed);
    }

    /** Marks count code points. */
    private int place(Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }

    private static Optional<NodeTuple> field(Node node, String name) {
        List<NodeTuple> tuples = node instanceof MappingNode mapping ? mapping.getValue() : List.of();
        return tuples.stream().filter(one -> one.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name))
                .findFirst();
    }
}
