package org.hybridlab.provision.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.cluster.api.AppliedManifests.LastApplied;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.plan.Fingerprint;

/**
 * A small file in the workspace with a fingerprint of each applied object, as steps apply in parallel. A lost, damaged
 * or foreign file costs one request to the API server.
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
        // Private, as fingerprints of Secrets allow guessing.
        workspace.write(name(path), Fingerprint.of(state) + "\n", Workspace.Kind.PRIVATE);
    }

    /** Object names may hold characters that are special in paths. */
    private static String name(String path) {
        return FOLDER + Fingerprint.of(path);
    }
}
