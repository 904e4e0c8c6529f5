package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.model.App;
import org.yaml.snakeyaml.nodes.Node;

final class AppReader {
    private static final List<String> WITHOUT_CHART = List.of("manifests", "kustomize", "scale");

    private final Part lab;
    private final ManifestFolder folder;

    AppReader(Part lab, ManifestFolder folder) {
        this.lab = lab;
        this.folder = folder;
    }

    List<App> read() {
        return lab.items("apps").stream().map(item -> lab.inner(item).map(this::longForm)
                .orElseGet(() -> shortForm(item))).toList();
    }

    private App shortForm(Node item) {
        String name = Scalar.of(item).map(Scalar::text).orElse("");
        return new App(name, folder.usual(name), Map.of(), Optional.empty(), "/");
    }

    private App longForm(Part part) {
        String name = part.text("name").orElse("");
        Optional<App.Chart> chart = part.part("chart").map(AppReader::chart);
        if (chart.isPresent()) {
            WITHOUT_CHART.stream().flatMap(key -> part.value(key).stream()).forEach(value -> part.problems().report(
                    ReadingRules.CHART_ALONE, value, "the app %s has a chart, which brings all its objects".formatted(
                            name), "Leave this out, or put it into an app of its own."));
            return new App(name, List.of(chart.get().manifest()), Map.of(), part.number("nodePort"),
                    part.text("path").orElse("/"), chart);
        }
        List<String> manifests = Stream.concat(part.texts("manifests").stream(), part.text("kustomize").stream()
                .map(folder::kustomization)).toList();
        return new App(name, manifests.isEmpty() ? folder.usual(name) : manifests, scale(part),
                part.number("nodePort"), part.text("path").orElse("/"));
    }

    private static App.Chart chart(Part part) {
        return new App.Chart(part.text("path").orElse(""), part.texts("values"),
                part.text("namespace").orElse(App.Chart.USUAL_NAMESPACE));
    }

    private static Map<String, Integer> scale(Part part) {
        Map<String, Integer> scale = new TreeMap<>();
        part.part("scale").ifPresent(counts -> counts.pairs().forEach(pair -> Scalar.of(pair.getValueNode())
                .flatMap(Scalar::integer).ifPresent(replicas -> scale.put(Part.name(pair), replicas))));
        return scale;
    }
}
