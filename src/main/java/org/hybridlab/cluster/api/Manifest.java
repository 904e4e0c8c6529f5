package org.hybridlab.cluster.api;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

import org.hybridlab.cluster.kubeconfig.YamlPlace;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.text.KubernetesList;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One object of a YAML manifest, with its text. A List is split into its items.
 *
 * @param namespace {@code default} if the manifest has none
 * @param replicas of a workload; empty if not set, which Kubernetes takes for 1
 */
public record Manifest(String apiVersion, String kind, String namespace, String name, OptionalInt replicas,
        String yaml) {
    /** As in kubectl: a line that starts with three dashes. */
    private static final Pattern SEPARATOR = Pattern.compile("(?m)^---.*$");

    /**
     * All objects of a file, in its order. Skips empty documents.
     *
     * @throws LabException {@code manifest-unreadable} if a document is no YAML or no Kubernetes object
     */
    public static List<Manifest> parse(String text) {
        List<Manifest> objects = new ArrayList<>();
        for (String document : SEPARATOR.split(text)) {
            try {
                Node root = new Yaml(new LoaderOptions()).compose(new StringReader(document));
                for (Node object : root == null ? List.<Node>of() : KubernetesList.objects(root)) {
                    objects.add(of(object, object == root ? document.strip() + "\n" : text(object)));
                }
            } catch (MarkedYAMLException | ReaderException e) {
                // A Secret's manifest holds passwords.
                throw unreadable(objects.size() + 1, YamlPlace.of(e));
            } catch (YAMLException e) {
                throw unreadable(objects.size() + 1, e.getMessage());
            }
        }
        return List.copyOf(objects);
    }

    private static LabException unreadable(int number, String why) {
        return LabException.invalid("manifest-unreadable", "Object %d of a manifest cannot be read.".formatted(number),
                "Correct the manifest below the lab's folder.").because(why);
    }

    /** Keeps the types of scalars. Drops comments. */
    private static String text(Node object) {
        DumperOptions form = new DumperOptions();
        form.setSplitLines(false);
        StringWriter text = new StringWriter();
        new Yaml(form).serialize(object, text);
        return text.toString();
    }

    private static Manifest of(Node root, String text) {
        Map<String, Node> object = fields(root);
        Map<String, Node> metadata = fields(object.get("metadata"));
        return new Manifest(field(object, "apiVersion"), field(object, "kind"),
                metadata.containsKey("namespace") ? field(metadata, "namespace") : "default",
                field(metadata, "name"), replicas(fields(object.get("spec"))), text);
    }

    private static OptionalInt replicas(Map<String, Node> spec) {
        try {
            return spec.get("replicas") instanceof ScalarNode number
                    ? OptionalInt.of(Integer.decode(number.getValue())) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            // The API server takes null for unset, and refuses all else.
            return OptionalInt.empty();
        }
    }

    private static Map<String, Node> fields(Node node) {
        Map<String, Node> fields = new LinkedHashMap<>();
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                fields.put(((ScalarNode) tuple.getKeyNode()).getValue(), tuple.getValueNode());
            }
        }
        return fields;
    }

    private static String field(Map<String, Node> fields, String name) {
        if (fields.get(name) instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw new YAMLException("it has no " + name);
    }

    /** The whole object, with scalars of YAML 1.1. */
    public JsonNode json() {
        return JsonMapper.shared().valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(yaml));
    }

    public boolean statesReplicas() {
        return replicas.isPresent();
    }

    /** True for a Job with a time to live. */
    public boolean isDeletedWhenFinished() {
        if (!kind.equals("Job")) {
            return false;
        }
        Map<String, Node> root = fields(new Yaml(new LoaderOptions()).compose(new StringReader(yaml)));
        return fields(root.get("spec")).get("ttlSecondsAfterFinished") instanceof ScalarNode time
                && !time.getTag().equals(Tag.NULL);
    }

    public Manifest withReplicas(int number) {
        return ManifestFields.withReplicas(this, number);
    }

    /** As kubectl names it, for example {@code deployment/web}. */
    public String reference() {
        return kind.toLowerCase(Locale.ROOT) + "/" + name;
    }
}
