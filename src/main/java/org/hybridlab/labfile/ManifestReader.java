package org.hybridlab.labfile;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.App;
import org.hybridlab.rules.AppFacts;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads of an app's manifests what rules ask for: NodePorts and Deployments. */
final class ManifestReader {
    private final ManifestFolder folder;
    private final List<String> missing = new ArrayList<>();
    private final List<AppFacts.Broken> broken = new ArrayList<>();
    private final List<AppFacts.NodePort> nodePorts = new ArrayList<>();
    private final Set<String> deployments = new HashSet<>();
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
        return new AppFacts(missing, broken, nodePorts, deployments, complete);
    }

    private void read(Path file) {
        if (file.toString().endsWith(ManifestFolder.TEMPLATE)) {
            complete = false;
            return;
        }
        String name = folder.folder().relativize(file).toString().replace('\\', '/');
        try {
            String text = Files.readString(file);
            new Yaml(new LoaderOptions()).composeAll(new StringReader(text)).forEach(node -> object(name, node));
        } catch (IOException | YAMLException e) {
            complete = false;
            broken.add(new AppFacts.Broken(name, e.getMessage().lines().findFirst().orElse("unreadable")));
        }
    }

    private void object(String manifest, Node object) {
        String kind = text(object, "kind").orElse("");
        String name = child(object, "metadata").flatMap(metadata -> text(metadata, "name")).orElse("");
        switch (kind) {
            case "Deployment" -> deployments.add(name);
            case "Service" -> items(child(object, "spec").flatMap(spec -> child(spec, "ports")))
                    .flatMap(port -> child(port, "nodePort").stream())
                    .flatMap(port -> Scalar.of(port).flatMap(Scalar::integer).stream())
                    .forEach(port -> nodePorts.add(new AppFacts.NodePort(manifest, name, port)));
            case "List" -> items(child(object, "items")).forEach(item -> object(manifest, item));
            default -> { }
        }
    }

    private static Stream<Node> items(Optional<Node> list) {
        return list.stream().flatMap(node -> node instanceof SequenceNode items
                ? items.getValue().stream() : Stream.empty());
    }

    private static Optional<String> text(Node object, String key) {
        return child(object, key).flatMap(Scalar::of).map(Scalar::text);
    }

    private static Optional<Node> child(Node object, String key) {
        return object instanceof MappingNode mapping ? mapping.getValue().stream()
                .filter(pair -> Part.name(pair).equals(key)).findFirst().map(NodeTuple::getValueNode)
                : Optional.empty();
    }
}
