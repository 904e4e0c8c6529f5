package org.hybridlab.config.file.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.text.ManifestText;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.model.App;

record ManifestFolder(LabFolder lab) {
    static final String TEMPLATE = ".ftl";

    /** Default places of an app's manifests: a file, a template or a folder in {@code apps}. */
    List<String> usual(String app) {
        String base = "apps/" + app;
        return List.of(Stream.of(base + ".yaml", base + ".yaml" + TEMPLATE, base)
                .filter(path -> Files.exists(lab.path().resolve(path))).findFirst().orElse(base + ".yaml"));
    }

    /** The file of a kustomization in that folder, whether it exists or not. */
    String kustomization(String path) {
        return path + "/" + Kustomization.in(lab.path().resolve(path)).orElse(Kustomization.NAMES.get(0));
    }

    /** Files of a manifest entry, by name; none if it does not exist. */
    List<Path> files(String manifest) {
        Path path = lab.inside(lab.path().resolve(manifest));
        if (!Files.isDirectory(path)) {
            return Files.isRegularFile(path) ? List.of(path) : List.of();
        }
        try (Stream<Path> children = Files.list(path)) {
            return children.filter(Files::isRegularFile)
                    .filter(ManifestText::isManifest).sorted().map(lab::inside).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the manifests say, with templates as they are. Without those that cannot be read: rules report them. */
    List<String> texts(List<App> apps) {
        List<String> texts = new ArrayList<>();
        for (String manifest : apps.stream().flatMap(app -> app.manifests().stream()).toList()) {
            try {
                for (Path file : files(manifest)) {
                    texts.add(new String(lab.read(file), StandardCharsets.UTF_8));
                }
            } catch (IOException | UncheckedIOException e) {
                continue;
            }
        }
        return texts;
    }

    boolean has(String manifest, String file) {
        return Files.isRegularFile(lab.path().resolve(manifest).resolve(file));
    }
}
