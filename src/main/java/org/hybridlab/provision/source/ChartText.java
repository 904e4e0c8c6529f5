package org.hybridlab.provision.source;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Objects that {@code helm template} prints, as text that is the same each time. */
public final class ChartText {
    /** Stands for a value that differs each time; also base64. */
    public static final String RANDOM = "aHlicmlkbGFiLXJhbmRvbQ==";

    private static final Pattern SEPARATOR = Pattern.compile("(?m)^---.*$");
    private static final Pattern VALUE = Pattern.compile("^(\\s*(?:- )?[^:]+: ).*$|^(\\s*).*$");
    private static final Pattern OF_THE_CLUSTER = Pattern.compile("Namespace|Node|PersistentVolume|Cluster.*"
            + "|CustomResourceDefinition|.*Class|APIService|.*WebhookConfiguration|.*AdmissionPolicy(Binding)?"
            + "|CSIDriver|CSINode|VolumeAttachment|FlowSchema|PriorityLevelConfiguration|CertificateSigningRequest");

    private ChartText() {
    }

    /**
     * Without what differs from one call to the next: random values, and those that a chart looks up in the cluster.
     * Objects without a namespace get the release's, as Helm sends them there.
     *
     * @param other of a second call
     */
    static String of(String text, String other, String namespace) {
        List<String> objects = documents(text);
        List<String> again = documents(other);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            String lasting = i >= again.size() || objects.get(i).equals(again.get(i)) ? objects.get(i)
                    : lasting(objects.get(i).split("\n"), again.get(i).split("\n"));
            all.add(inNamespace(lasting, namespace));
        }
        return all.stream().collect(Collectors.joining("\n---\n", "", "\n"));
    }

    private static String lasting(String[] lines, String[] again) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            Matcher value = VALUE.matcher(lines[i]);
            all.add(i < again.length && lines[i].equals(again[i]) || !value.matches() ? lines[i]
                    : Stream.of(value.group(1), value.group(2)).filter(begin -> begin != null).findFirst().orElse("")
                            + RANDOM);
        }
        return String.join("\n", all);
    }

    /** The hooks of a chart are no part of what stays; Helm runs them. */
    static String withoutHooks(String text) {
        return documents(text).stream().filter(Predicate.not(ChartText::isHook))
                .collect(Collectors.joining("\n---\n", "", "\n"));
    }

    private static List<String> documents(String text) {
        return Stream.of(SEPARATOR.split(text)).map(String::strip).filter(document -> !document.isEmpty()).toList();
    }

    private static boolean isHook(String document) {
        return document.contains("helm.sh/hook") && object(document).flatMap(object -> field(object, "metadata"))
                .flatMap(metadata -> field(metadata, "annotations")).flatMap(notes -> field(notes, "helm.sh/hook"))
                .isPresent();
    }

    private static String inNamespace(String document, String namespace) {
        Optional<Node> object = object(document);
        Optional<Node> metadata = object.flatMap(one -> field(one, "metadata"));
        if (metadata.isEmpty() || field(metadata.get(), "namespace").isPresent() || field(object.get(), "kind")
                .filter(kind -> kind instanceof ScalarNode name && !OF_THE_CLUSTER.matcher(name.getValue()).matches())
                .isEmpty() || !(metadata.get() instanceof MappingNode mapping) || mapping.getValue().isEmpty()) {
            return document;
        }
        Node first = mapping.getValue().get(0).getKeyNode();
        int at = first.getStartMark().getIndex();
        boolean flow = mapping.getFlowStyle() == FlowStyle.FLOW;
        return document.substring(0, at) + "namespace: " + namespace + (flow ? ", "
                : "\n" + " ".repeat(first.getStartMark().getColumn())) + document.substring(at);
    }

    private static Optional<Node> object(String document) {
        try {
            return Optional.ofNullable(new Yaml(new LoaderOptions()).compose(new StringReader(document)));
        } catch (YAMLException e) {
            // The reader of manifests reports it, with its place.
            return Optional.empty();
        }
    }

    private static Optional<Node> field(Node node, String name) {
        return node instanceof MappingNode mapping ? mapping.getValue().stream().filter(pair ->
                pair.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name))
                .map(pair -> pair.getValueNode()).findFirst() : Optional.empty();
    }
}
