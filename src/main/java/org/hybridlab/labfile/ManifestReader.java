package org.hybridlab.labfile;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.lab.App;
import org.hybridlab.rules.AppFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads the objects of an app's manifests. */
final class ManifestReader {
    /** What ConfigMaps keep configuration of networks in. */
    private static final Pattern DOCUMENT = Pattern.compile(".*\\.(json|conf|conflist|yaml|yml)");

    private final ManifestFolder folder;
    private final List<String> missing = new ArrayList<>();
    private final List<AppFacts.Broken> broken = new ArrayList<>();
    private final List<ManifestObject> objects = new ArrayList<>();
    private boolean complete = true;

    ManifestReader(ManifestFolder folder) {
        this.folder = folder;
    }

    AppFacts read(App app) {
        for (String manifest : app.manifests()) {
            List<Path> files = folder.files(manifest);
            if (files.isEmpty()) {
                missing.add(manifest);
                complete = false;
            }
            files.forEach(this::read);
        }
        return new AppFacts(missing, broken, objects, complete);
    }

    /** What one manifest says that was rendered already. */
    static AppFacts rendered(String file, String text) {
        ManifestReader reader = new ManifestReader(new ManifestFolder(Path.of("")));
        reader.read(file, text);
        return new AppFacts(List.of(), reader.broken, reader.objects, reader.complete);
    }

    private void read(Path file) {
        if (file.toString().endsWith(ManifestFolder.TEMPLATE)) {
            complete = false;
            return;
        }
        String name = folder.folder().relativize(file).toString().replace('\\', '/');
        try {
            read(name, Files.readString(file));
        } catch (IOException e) {
            unreadable(name, e);
        }
    }

    private void read(String file, String text) {
        try {
            compose(text).forEach(node -> object(file, node, new ManifestNodes(0, 0)));
        } catch (YAMLException e) {
            unreadable(file, e);
        }
    }

    private void unreadable(String file, Exception e) {
        complete = false;
        broken.add(new AppFacts.Broken(file, e.getMessage().lines().findFirst().orElse("unreadable")));
    }

    private static Iterable<Node> compose(String text) {
        return new Yaml(new LoaderOptions()).composeAll(new StringReader(text));
    }

    private void object(String file, Node node, ManifestNodes nodes) {
        ManifestNode body = nodes.of(node);
        if (body.text("kind").filter("List"::equals).isPresent()) {
            body.at("items").items().forEach(item -> objects.add(new ManifestObject(file, item, Map.of())));
        } else if (node instanceof MappingNode mapping) {
            objects.add(new ManifestObject(file, body, documents(mapping)));
        }
    }

    private static Map<String, ManifestNode> documents(MappingNode object) {
        Map<String, ManifestNode> documents = new LinkedHashMap<>();
        object.getValue().stream().filter(pair -> Part.name(pair).equals("data")).map(NodeTuple::getValueNode)
                .flatMap(data -> data instanceof MappingNode values ? values.getValue().stream() : Stream.empty())
                .filter(pair -> DOCUMENT.matcher(Part.name(pair)).matches())
                .forEach(pair -> Scalar.of(pair.getValueNode()).ifPresent(value ->
                        documents.put(Part.name(pair), document(pair, value.text()))));
        return documents;
    }

    /**
     * Nothing if it is not YAML, and so no JSON but for its tabs. A block begins on the line after its key, deeper by
     * two.
     */
    private static ManifestNode document(NodeTuple pair, String text) {
        ScalarNode block = (ScalarNode) pair.getValueNode();
        boolean ownLines = EnumSet.of(ScalarStyle.LITERAL, ScalarStyle.FOLDED).contains(block.getScalarStyle());
        int line = block.getStartMark().getLine() + (ownLines ? 1 : 0);
        try {
            for (Node node : compose(text.replace('\t', ' '))) {
                return new ManifestNodes(line, pair.getKeyNode().getStartMark().getColumn() + 2).of(node);
            }
        } catch (YAMLException e) {
            return ManifestNode.NOTHING;
        }
        return ManifestNode.NOTHING;
    }
}
