package org.hybridlab.labfile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The lab's folder, as far as apps' manifests are concerned. */
record ManifestFolder(Path folder) {
    private static final List<String> ENDINGS = List.of(".yaml", ".yaml.ftl", "");

    /** Where an app's manifests are if it names none: a file, a template or a folder below {@code apps}. */
    List<String> usual(String app) {
        Stream<String> candidates = ENDINGS.stream().map(ending -> "apps/" + app + ending);
        return List.of(candidates.filter(path -> Files.exists(folder.resolve(path))).findFirst()
                .orElse("apps/" + app + ".yaml"));
    }
}
