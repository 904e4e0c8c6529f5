package org.hybridlab.provider.vagrant;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.UserEnvironment;

public final class VagrantHome {
    private VagrantHome() {
    }

    /** @param environment of this process */
    public static Path of(Map<String, String> environment) {
        return of(environment, UserEnvironment.home(environment));
    }

    public static Path of(Map<String, String> environment, Path userHome) {
        return Optional.ofNullable(environment.get("VAGRANT_HOME")).filter(home -> !home.isEmpty()).map(Path::of)
                .orElseGet(() -> userHome.resolve(".vagrant.d"));
    }
}
