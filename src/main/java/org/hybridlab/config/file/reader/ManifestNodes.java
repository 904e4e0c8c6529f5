package org.hybridlab.config.file.reader;

import java.math.BigInteger;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.file.reader.ManifestTemplates.TextPlace;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Converts YAML nodes for rules. Converts each anchor once, and drops nodes that contain themselves. */
final class ManifestNodes {
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Pattern BOOLEAN = Pattern.compile("y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON"
            + "|n|N|no|No|NO|false|False|FALSE|off|Off|OFF");
    private static final Pattern INTEGER = Pattern.compile("[-+]?(0x_*[0-9a-fA-F][0-9a-fA-F_]*|0b_*[01][01_]*"
            + "|0o?_*[0-7][0-7_]*|0_*|[1-9][0-9_]*)");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
            + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    private final Map<Node, ManifestNode> done = new IdentityHashMap<>();
    private final Map<ManifestNode, Node> origins = new IdentityHashMap<>();
    private final Map<String, ManifestNode> repeated = new LinkedHashMap<>();
    private final int lines;
    private final int columns;
    private final ManifestTemplates.Origin origin;
    private final boolean isLab;

    /**
     * @param columns of indentation of each line
     * @param origin where the text comes from
     */
    ManifestNodes(int lines, int columns, ManifestTemplates.Origin origin) {
        this(lines, columns, origin, false);
    }

    private ManifestNodes(int lines, int columns, ManifestTemplates.Origin origin, boolean isLab) {
        this.lines = lines;
        this.columns = columns;
        this.origin = origin;
        this.isLab = isLab;
    }

    /** For a lab file, which is YAML 1.2. */
    static ManifestNodes ofLab() {
        return new ManifestNodes(0, 0, place -> place, true);
    }

    /** The node that this one was made of. */
    Node origin(ManifestNode made) {
        return origins.get(made);
    }

    ManifestNode of(Node node) {
        ManifestNode known = done.putIfAbsent(node, ManifestNode.NOTHING);
        if (known != null) {
            return known;
        }
        ManifestNode made = make(node);
        done.put(node, made);
        origins.put(made, node);
        return made;
    }

    /** Of the nodes made since the last call. */
    Map<String, ManifestNode> repeated() {
        Map<String, ManifestNode> found = Map.copyOf(repeated);
        repeated.clear();
        return found;
    }

    private ManifestNode make(Node node) {
        TextPlace place = origin.of(new TextPlace(node.getStartMark().getLine() + 1 + lines,
                node.getStartMark().getColumn() + 1 + columns));
        int line = place.line();
        int column = place.column();
        if (node instanceof MappingNode mapping) {
            Map<String, ManifestNode> fields = new LinkedHashMap<>();
            Map<String, ManifestNode> keys = new HashMap<>();
            mapping.getValue().stream().filter(pair -> !isMerge(pair)).forEach(pair -> {
                ManifestNode key = of(pair.getKeyNode());
                keys.putIfAbsent(Part.name(pair), key);
                if (fields.putIfAbsent(Part.name(pair), of(pair.getValueNode())) != null) {
                    repeated.put(Part.name(pair), key);
                }
            });
            mapping.getValue().stream().filter(this::isMerge).map(pair -> of(pair.getValueNode()))
                    .flatMap(merged -> Stream.concat(Stream.of(merged), merged.items().stream()))
                    .forEach(merged -> merged.fields().forEach(fields::putIfAbsent));
            return new ManifestNode(Form.MAPPING, Optional.empty(), Optional.empty(), List.of(),
                    Collections.unmodifiableMap(fields), keys, line, column);
        }
        if (node instanceof SequenceNode list) {
            return new ManifestNode(Form.LIST, Optional.empty(), Optional.empty(),
                    list.getValue().stream().map(this::of).toList(), Map.of(), Map.of(), line, column);
        }
        ScalarNode scalar = (ScalarNode) node;
        Form form = isLab ? form(new Scalar(scalar)) : scalar.getScalarStyle() == ScalarStyle.PLAIN
                ? form(scalar.getValue()) : Form.TEXT;
        Optional<BigInteger> number = form != Form.INTEGER ? Optional.empty() : isLab
                ? new Scalar(scalar).integer().map(value -> BigInteger.valueOf(value)) : number(scalar.getValue());
        return new ManifestNode(form, Optional.of(scalar.getValue()).filter(text -> form != Form.NULL), number,
                List.of(), Map.of(), Map.of(), line, column);
    }

    /** Also of one in base 2, 8 or 16. */
    private static Optional<BigInteger> number(String text) {
        String digits = text.replace("_", "").replace("+", "");
        String plain = digits.replaceFirst("^(-?)0([xbo]?)(?=[0-9a-fA-F])", "$1");
        int base = digits.contains("0x") ? 16 : digits.contains("0b") ? 2 : plain.equals(digits) ? 10 : 8;
        return plain.length() > 30 ? Optional.empty() : Optional.of(new BigInteger(plain, base));
    }

    private static Form form(Scalar scalar) {
        return switch (scalar.kind()) {
            case TEXT -> Form.TEXT;
            case NUMBER -> scalar.integer().isPresent() ? Form.INTEGER : Form.FLOAT;
            case BOOLEAN -> Form.BOOLEAN;
            case NULL -> Form.NULL;
        };
    }

    private boolean isMerge(NodeTuple pair) {
        return !isLab && pair.getKeyNode().getTag().equals(Tag.MERGE);
    }

    /** As YAML 1.1 in Go, which API servers read (resolve.go of go-yaml 2). */
    private static Form form(String plain) {
        if (NULL.contains(plain)) {
            return Form.NULL;
        }
        if (BOOLEAN.matcher(plain).matches()) {
            return Form.BOOLEAN;
        }
        return INTEGER.matcher(plain).matches() ? Form.INTEGER : FLOAT.matcher(plain).matches() ? Form.FLOAT
                : Form.TEXT;
    }
}
