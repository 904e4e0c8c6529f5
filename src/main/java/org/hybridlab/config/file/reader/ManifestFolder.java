package org.hybridlab.config.file.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.text.ManifestText;
import org.hybridlab.common.workspace.LabFolder;

/** The lab's folder, as far as apps' manifests are concerned. */
record ManifestFolder(LabFolder lab) {
    /** What FreeMarker renders before kubectl sees it. */
    static final String TEMPLATE = ".ftl";

    /** Where an app's manifests are if it names none: a file, a template or a folder below {@code apps}. */
    List<String> usual(String app) {
        String base = "apps/" + app;
        return List.of(Stream.of(base + ".yaml", base + ".yaml" + TEMPLATE, base)
                .filter(path -> Files.exists(lab.path().resolve(path))).findFirst().orElse(base + ".yaml"));
    }

    /** The files that a manifest of the lab file stands for, by name; none if it does not exist. */
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

    /** Whether a manifest of the lab file is a folder with that file. */
    boolean has(String manifest, String file) {
        return Files.isRegularFile(lab.path().resolve(manifest).resolve(file));
    }
}
