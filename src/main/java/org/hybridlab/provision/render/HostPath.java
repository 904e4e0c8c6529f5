package org.hybridlab.provision.render;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.workspace.LabFolder;

/** A path of this host as a lab file writes it: from the lab's folder on, absolute, or from the user's home. */
public final class HostPath {
    private HostPath() {
    }

    /**
     * @param environment of this process, for the user's home
     * @throws org.hybridlab.common.error.LabException {@code path-outside-lab} (exit 2) for a link out of the lab's
     * folder
     */
    public static Path of(String written, Path labFolder, Map<String, String> environment) {
        if (!written.startsWith("~/")) {
            Path path = labFolder.resolve(written).normalize();
            return path.startsWith(labFolder.normalize()) ? new LabFolder(labFolder).inside(path) : path;
        }
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        return Path.of(home).resolve(written.substring(2));
    }
}
