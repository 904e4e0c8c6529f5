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
 * A manifest with replicas changed or removed, or with a UID. The rest of the text is kept: if it were written again,
 * YAML parsers could read {@code 0644} differently.
 */
final class ManifestFields {
    private static final String REPLICAS = "replicas";

    private final Manifest object;
    private final String text;
    private final Optional<MappingNode> parent;
    private final Optional<NodeTuple> field;

    private ManifestFields(Manifest object, String parent, String field) {
        this.object = object;
        text = object.yaml();
        Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
        this.parent = field(root, parent).map(NodeTuple::getValueNode).filter(MappingNode.class::isInstance)
                .map(MappingNode.class::cast);
        this.field = this.parent.flatMap(node -> field(node, field));
    }

    static Manifest withReplicas(Manifest object, int number) {
        return new ManifestFields(object, "spec", REPLICAS).with(OptionalInt.of(number), REPLICAS,
                String.valueOf(number));
    }

    static Manifest withoutReplicas(Manifest object) {
        return new ManifestFields(object, "spec", REPLICAS).without();
    }

    /** The API server then accepts it for that object only. */
    static Manifest withUid(Manifest object, String uid) {
        return new ManifestFields(object, "metadata", "uid").with(object.replicas(), "uid", uid);
    }

    private Manifest with(OptionalInt replicas, String name, String value) {
        if (field.isPresent()) {
            int from = place(field.get().getValueNode().getStartMark());
            int to = place(field.get().getValueNode().getEndMark());
            // A field without a value ends right behind the colon.
            return changed(replicas, from, to, (from == to ? " " : "") + value);
        }
        if (parent.isEmpty() || parent.get().getValue().isEmpty()) {
            return object;
        }
        Mark first = parent.get().getValue().get(0).getKeyNode().getStartMark();
        return changed(replicas, place(first), place(first), "%s: %s%s".formatted(name, value, isFlow() ? ", "
                : "\n" + " ".repeat(first.getColumn())));
    }

    private Manifest without() {
        if (field.isEmpty()) {
            return object;
        }
        int from = place(field.get().getKeyNode().getStartMark());
        int to = place(field.get().getValueNode().getEndMark());
        // A flow mapping may end with a comma, but not begin with one.
        Matcher comma = Pattern.compile("\\s*,").matcher(text).region(to, text.length());
        return changed(OptionalInt.empty(), from, isFlow() && comma.lookingAt() ? comma.end() : to, "");
    }

    private boolean isFlow() {
        return parent.filter(node -> node.getFlowStyle() == FlowStyle.FLOW).isPresent();
    }

    private Manifest changed(OptionalInt replicas, int from, int to, String instead) {
        String changed = text.substring(0, from) + instead + text.substring(to);
        return new Manifest(object.apiVersion(), object.kind(), object.namespace(), object.name(), replicas, changed);
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
