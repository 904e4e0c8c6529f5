package org.hybridlab.config.file.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.App;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.nodes.Node;

final class AppReader {
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
