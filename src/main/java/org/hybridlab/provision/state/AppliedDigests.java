package org.hybridlab.provision.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.cluster.api.AppliedManifests.LastApplied;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.plan.Fingerprint;

/**
 * One small file with a fingerprint in the workspace for each object that was applied, as several steps apply at once.
 * A file that is lost, damaged or of another cluster costs one question to the API server.
 */
public record AppliedDigests(Workspace workspace) implements LastApplied {
    private static final String FOLDER = "kubernetes/applied/";

    @Override
    public boolean is(String path, String state) {
        Path file = workspace.folder().resolve(name(path));
        try {
            return Files.isRegularFile(file) && Files.readString(file).strip().equals(Fingerprint.of(state));
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether an object of this path was applied. It may be gone since. */
    public boolean has(String path) {
        return Files.isRegularFile(workspace.folder().resolve(name(path)));
    }

    @Override
    public void keep(String path, String state) {
        // Of secrets too, so nobody else may read them and guess.
        workspace.write(name(path), Fingerprint.of(state) + "\n", Workspace.Kind.PRIVATE);
    }

    /** Names of objects may hold characters that mean something in a path. */
    private static String name(String path) {
        return FOLDER + Fingerprint.of(path);
    }
}
