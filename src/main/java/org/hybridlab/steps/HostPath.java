package org.hybridlab.steps;

import java.nio.file.Path;
import java.util.Map;

/** A path of this host as a lab file writes it: from the lab's folder on, absolute, or from the user's home. */
final class HostPath {
    private HostPath() {
    }

    /** @param environment of this process, for the user's home */
    static Path of(String written, Path labFolder, Map<String, String> environment) {
        if (!written.startsWith("~/")) {
            return labFolder.resolve(written);
        }
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        return Path.of(home).resolve(written.substring(2));
    }
}
