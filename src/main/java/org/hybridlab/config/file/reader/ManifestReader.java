package org.hybridlab.config.file.reader;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.text.KubernetesList;
import org.hybridlab.common.text.ManifestText;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.reader.ManifestTemplates.TextPlace;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.App;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.AppFacts.Fault;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

public final class ManifestReader {
    /** ConfigMap keys with network configuration. */
    private static final Pattern DOCUMENT = Pattern.compile(".*\\.(json|conf|conflist|yaml|yml)");

    private static final Pattern YAML = Pattern.compile(".*\\.(yaml|yml)");

    private static final ManifestTemplates.Origin ITSELF = place -> place;
    /** Files of a folder that {@code kubectl apply -f} cannot read. */
    private static final List<String> FOREIGN = Stream.concat(Kustomization.NAMES.stream(), Stream.of(App.Chart.FILE))
            .toList();

    private final ManifestFolder folder;
    private final Function<String, Optional<ManifestTemplates.Rendered>> templates;
    private final List<String> missing = new ArrayList<>();
    private final List<AppFacts.Broken> broken = new ArrayList<>();
    private final List<AppFacts.Foreign> foreign = new ArrayList<>();
    private final List<ManifestObject> objects = new ArrayList<>();
    private boolean complete = true;

    /** @param templates rendered text by name; empty if unknown */
    public ManifestReader(ManifestFolder folder, Function<String, Optional<ManifestTemplates.Rendered>> templates) {
        this.folder = folder;
        this.templates = templates;
    }

    AppFacts read(App app) {
        for (String manifest : app.manifests()) {
            Optional<String> other = FOREIGN.stream().filter(file -> folder.has(manifest, file)).findFirst();
            if (other.isPresent()) {
                foreign.add(new AppFacts.Foreign(manifest, other.get()));
                complete = false;
                continue;
            }
            try {
                List<Path> files = folder.files(manifest);
                if (files.isEmpty()) {
                    missing.add(manifest);
                    complete = false;
                }
                files.forEach(this::read);
            } catch (UncheckedIOException e) {
                unreadable(manifest, e.getCause().toString(), Fault.YAML, Optional.empty());
            }
        }
        return new AppFacts(missing, broken, foreign, objects, complete);
    }

    public static AppFacts rendered(String file, String text) {
        ManifestReader reader = new ManifestReader(new ManifestFolder(new LabFolder(Path.of(""))),
                name -> Optional.empty());
        reader.read(file, text, ITSELF);
        return new AppFacts(List.of(), reader.broken, List.of(), reader.objects, reader.complete);
    }

    private void read(Path file) {
        String name = folder.lab().path().relativize(file).toString().replace('\\', '/');
        if (name.endsWith(ManifestFolder.TEMPLATE) || Kustomization.is(name) || App.Chart.is(name)) {
            templates.apply(name).ifPresentOrElse(rendered -> rendered(name, rendered), () -> complete = false);
            return;
        }
        try {
            read(name, new String(folder.lab().read(file), StandardCharsets.UTF_8), ITSELF);
        } catch (IOException e) {
            unreadable(name, e.getMessage(), Fault.YAML, Optional.empty());
        }
    }

    private void rendered(String file, ManifestTemplates.Rendered rendered) {
        if (!rendered.isKnown()) {
            unreadable(file, rendered.reason(), rendered.wrong().isEmpty() ? Fault.RENDERER : Kustomization.is(file)
                    ? Fault.KUSTOMIZATION : App.Chart.is(file) ? Fault.CHART : Fault.TEMPLATE, rendered.wrong());
        } else {
            read(file, rendered.text(), rendered.origin());
        }
    }

    private void read(String file, String text, ManifestTemplates.Origin origin) {
        try {
            compose(ManifestText.yaml(file, text)).forEach(document -> objects(file, document, origin));
        } catch (MarkedYAMLException e) {
            Optional<TextPlace> place = Optional.ofNullable(e.getProblemMark())
                    .map(mark -> origin.of(new TextPlace(mark.getLine() + 1, mark.getColumn() + 1)));
            unreadable(file, Optional.ofNullable(e.getProblem()).orElseGet(e::getMessage), Fault.YAML,
                    place.map(at -> new ManifestMark(file, at.line(), at.column())));
        } catch (YAMLException e) {
            unreadable(file, e.getMessage(), Fault.YAML, Optional.empty());
        }
    }

    private void unreadable(String file, String reason, Fault fault, Optional<ManifestMark> mark) {
        complete = false;
        broken.add(new AppFacts.Broken(file, String.valueOf(reason).lines().findFirst().orElse("unreadable"), fault,
                mark));
    }

    private static Iterable<Node> compose(String text) {
        return new Yaml(new LoaderOptions()).composeAll(new StringReader(text));
    }

    private void objects(String file, Node document, ManifestTemplates.Origin origin) {
        ManifestNodes nodes = new ManifestNodes(0, 0, origin);
        for (Node node : KubernetesList.objects(document)) {
            if (node instanceof MappingNode mapping) {
                objects.add(new ManifestObject(file, nodes.of(node), nodes.repeated(), documents(mapping, origin)));
            } else if (node != document) {
                objects.add(new ManifestObject(file, nodes.of(node), Map.of(), Map.of()));
            }
        }
    }

    private static Map<String, ManifestNode> documents(MappingNode object, ManifestTemplates.Origin origin) {
        Map<String, ManifestNode> documents = new LinkedHashMap<>();
        object.getValue().stream().filter(pair -> Part.name(pair).equals("data")).map(NodeTuple::getValueNode)
                .flatMap(data -> data instanceof MappingNode values ? values.getValue().stream() : Stream.empty())
                .filter(pair -> DOCUMENT.matcher(Part.name(pair)).matches())
                .forEach(pair -> Scalar.of(pair.getValueNode()).ifPresent(value ->
                        documents.put(Part.name(pair), document(pair, value.text(), origin))));
        return documents;
    }

    /**
     * Empty if the text is neither YAML nor JSON with tabs, or has no content. A block begins on the line after its
     * key, indented by two.
     */
    private static ManifestNode document(NodeTuple pair, String text, ManifestTemplates.Origin origin) {
        ScalarNode block = (ScalarNode) pair.getValueNode();
        boolean ownLines = EnumSet.of(ScalarStyle.LITERAL, ScalarStyle.FOLDED).contains(block.getScalarStyle());
        int line = block.getStartMark().getLine() + (ownLines ? 1 : 0);
        try {
            for (Node node : compose(text.replace('\t', ' '))) {
                return new ManifestNodes(line, pair.getKeyNode().getStartMark().getColumn() + 2, origin).of(node);
            }
            boolean yaml = YAML.matcher(Part.name(pair)).matches();
            return yaml ? new ManifestNodes(0, 0, origin).of(block) : ManifestNode.NOTHING;
        } catch (YAMLException e) {
            return ManifestNode.NOTHING;
        }
    }
}
