package org.hybridlab.config.file.reader;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Names that kustomize gives its files. An app's manifest of such a name is rendered before it is applied. */
public final class Kustomization {
    static final List<String> NAMES = List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

    private Kustomization() {
    }

    /** @param manifest a path with slashes */
    public static boolean is(String manifest) {
        return NAMES.contains(manifest.substring(manifest.lastIndexOf('/') + 1));
    }

    /** The name of the file in that folder. */
    public static Optional<String> in(Path folder) {
        return NAMES.stream().filter(name -> Files.exists(folder.resolve(name))).findFirst();
    }
}
