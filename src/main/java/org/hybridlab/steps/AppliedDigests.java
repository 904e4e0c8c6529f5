package org.hybridlab.steps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.kubernetes.AppliedManifests.LastApplied;
import org.hybridlab.render.Workspace;

/**
 * One small file in the workspace for each object that was applied, as several steps apply at once. A file that is
 * lost, damaged or of another cluster costs one question to the API server.
 */
record AppliedDigests(Workspace workspace) implements LastApplied {
    private static final String FOLDER = "kubernetes/applied/";

    @Override
    public Optional<String> digest(String path) {
        Path file = workspace.folder().resolve(name(path));
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void keep(String path, String digest) {
        // Of secrets too, so nobody else may read them and guess.
        workspace.write(name(path), digest + "\n", Workspace.Kind.SECRET);
    }

    /** Names of objects may hold characters that mean something in a path. */
    private static String name(String path) {
        return FOLDER + Fingerprint.of(path);
    }
}
