package org.hybridlab.vagrant;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where Vagrant keeps its boxes and its public key. */
public final class VagrantHome {
    private VagrantHome() {
    }

    /** @param environment of this process */
    public static Path of(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("VAGRANT_HOME")).map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".vagrant.d"));
    }
}
