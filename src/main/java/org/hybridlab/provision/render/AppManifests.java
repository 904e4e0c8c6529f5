package org.hybridlab.provision.render;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.text.ManifestText;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.reader.Kustomization;
import org.hybridlab.config.model.App;

/**
 * The manifests of a lab's apps: files below the lab's folder. Templates ({@code .ftl}), kustomizations and charts are
 * rendered.
 *
 * @param rendered the objects of an app's kustomization or chart, by its path in the lab's folder
 */
public record AppManifests(LabFolder lab, BiFunction<App, String, String> rendered) {
    /** As one text of several YAML documents. */
    String text(App app, Templates templates, Map<String, ?> model) {
        return app.manifests().stream().flatMap(this::files)
                .map(file -> ManifestText.yaml(file.toString(), text(app, file, templates, model)).strip())
                .collect(Collectors.joining("\n---\n", "", "\n"));
    }

    public Stream<Path> files(String manifest) {
        return below(lab.inside(lab.path().resolve(manifest))).map(lab::inside);
    }

    private Stream<Path> below(Path path) {
        if (!Files.isDirectory(path)) {
            return Stream.of(path);
        }
        try (Stream<Path> children = Files.list(path)) {
            return children.filter(ManifestText::isManifest).sorted().toList()
                    .stream();
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private String text(App app, Path file, Templates templates, Map<String, ?> model) {
        String name = lab.path().relativize(file).toString().replace('\\', '/');
        if (file.toString().endsWith(".ftl")) {
            return templates.render(name, model);
        }
        if (Kustomization.is(name) || App.Chart.is(name)) {
            return rendered.apply(app, name);
        }
        try {
            return new String(lab.read(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static LabException unreadable(Path file, IOException e) {
        return LabException.invalid("manifest-unreadable", "The manifest %s cannot be read: %s"
                .formatted(file, e.getMessage()), "Correct the app in the lab file.").causedBy(e);
    }
}
