package org.hybridlab.common.template;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.error.LabException;

/** hybridlab's installation, which the launcher passes in {@code HYBRIDLAB_HOME}. */
public final class Installation {
    /** The folder with {@code templates/}, {@code labs/} and {@code data/}. */
    public static final String HOME = "HYBRIDLAB_HOME";

    private Installation() {
    }

    /** @throws LabException {@code installation-missing} if it has no templates */
    public static Path home(Map<String, String> environment) {
        Path home = Path.of(environment.getOrDefault(HOME, ".")).toAbsolutePath().normalize();
        if (!Files.isRegularFile(home.resolve("Vagrantfile.ftl"))) {
            throw LabException.hostNotReady("installation-missing", "hybridlab's templates are not in " + home + ".",
                    "Start it with the launcher `hybridlab`, or set " + HOME + " to the folder of the installation.");
        }
        return home;
    }
}
