package org.hybridlab.config.file.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MapShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.schema.NumberShape;
import org.hybridlab.config.file.schema.TextOrMappingShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.NodePorts;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.nodes.Node;

final class AppReader {
    static final NumberShape NODE_PORT = NumberShape.of("node-port-range",
            "A NodePort is 30000 to 32767, as the API server wants it.", NodePorts.FIRST, NodePorts.LAST,
            "a NodePort");

    private static final MappingShape APP = MappingShape.of("an app",
            Field.required("name", Forms.APP_NAME, "Name", "The app's name.").examples("numbers"),
            Field.optional("manifests", ListShape.of(Forms.MANIFEST, 100)
                            .notEmpty("manifests-empty", "An app's list of manifests names at least one."),
                    "Manifests", "Files or folders below the lab's folder, applied in this order. A folder "
                    + "stands for its `.yaml`, `.yml` and `.json` files, and their templates (`.ftl`). A JSON "
                    + "file counts if it has `apiVersion` or `kind`. Without it, "
                    + "`apps/NAME.yaml`, or the folder `apps/NAME`.").examples(List.of("apps/web.yaml")),
            Field.optional("scale", new MapShape(Forms.DEPLOYMENT, NumberShape.of("scale-range",
                            "A Deployment is scaled to 0 to 100 replicas.", 0, 100, "a number of replicas"),
                            "Write for example {web: 3}."),
                    "Scale", "Replicas by Deployment, set after the manifests are applied.")
                    .examples(Map.of("api", 3)),
            Field.optional("nodePort", NODE_PORT, "NodePort",
                    "Where the app can be opened, on every machine's address. "
                    + "Without it, the app has no page.").examples(30000),
            Field.optional("path", Forms.URL_PATH, "Path", "Path of the app's page.").absent("/"));

    static final ListShape APPS = ListShape.of(new TextOrMappingShape(Forms.APP_NAME, APP), 100);

    private final Part lab;
    private final Origins origins;
    private final ManifestFolder folder;

    AppReader(Part lab, Origins origins, ManifestFolder folder) {
        this.lab = lab;
        this.origins = origins;
        this.folder = folder;
    }

    List<App> read() {
        List<App> apps = new ArrayList<>();
        for (Node item : lab.items("apps")) {
            origins.put(Place.of("apps", apps.size()), item);
            apps.add(lab.inner(item).map(part -> longForm(part, apps.size())).orElseGet(() -> shortForm(item)));
        }
        return apps;
    }

    private App shortForm(Node item) {
        String name = Scalar.of(item).map(Scalar::text).orElse("");
        return new App(name, folder.usual(name), Map.of(), Optional.empty(), "/");
    }

    private App longForm(Part part, int number) {
        part.pairs().forEach(pair -> origins.put(Place.of("apps", number, Part.name(pair)), pair.getValueNode()));
        List<Node> manifests = part.items("manifests");
        for (int i = 0; i < manifests.size(); i++) {
            origins.put(Place.of("apps", number, "manifests", i), manifests.get(i));
        }
        String name = part.text("name").orElse("");
        return new App(name, manifests.isEmpty() ? folder.usual(name) : part.texts("manifests"),
                scale(part, number), part.number("nodePort"), part.text("path").orElse("/"));
    }

    private Map<String, Integer> scale(Part part, int number) {
        Map<String, Integer> scale = new TreeMap<>();
        part.part("scale").ifPresent(counts -> counts.pairs().forEach(pair -> {
            origins.put(Place.of("apps", number, "scale", Part.name(pair)), pair.getKeyNode());
            Scalar.of(pair.getValueNode()).flatMap(Scalar::integer)
                    .ifPresent(replicas -> scale.put(Part.name(pair), replicas));
        }));
        return scale;
    }
}
