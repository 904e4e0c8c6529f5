package org.hybridlab.provision.render;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.RealPath;

/** A path of this host in a lab file: relative to the lab's folder, absolute, or from the user's home. */
public final class HostPath {
    private HostPath() {
    }

    /**
     * A path into the lab's folder by another way, such as {@code /proc/self/cwd}, counts as inside.
     *
     * @param environment for the user's home
     * @throws org.hybridlab.common.error.LabException {@code path-outside-lab} (exit 2) for a link out of the lab's
     * folder
     */
    public static Path of(String written, Path labFolder, Map<String, String> environment) {
        LabFolder lab = new LabFolder(labFolder);
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        Path path = (written.startsWith("~/") ? Path.of(home).resolve(written.substring(2))
                : lab.path().resolve(written)).normalize();
        if (path.startsWith(lab.path())) {
            return lab.inside(path);
        }
        Path real = RealPath.of(path);
        Path folder = RealPath.of(lab.path());
        return real.startsWith(folder) ? lab.inside(lab.path().resolve(folder.relativize(real))) : real;
    }
}
