package org.hybridlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.template.Installation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands called in an installation of the test's own, where Vagrant has no box and no lab is, but what a test writes.
 */
public abstract class OwnInstallation {
    @TempDir
    public Path home;

    @BeforeEach
    final void anInstallationWithoutLabs() throws IOException {
        Files.writeString(home.resolve("Vagrantfile.ftl"), "");
        Files.createSymbolicLink(Files.createDirectories(home.resolve("data")).resolve("bundle"),
                Path.of("data/bundle").toAbsolutePath());
    }

    /** JUnit would warn of a link that leads out of its folder. */
    @AfterEach
    final void withoutLinks() throws IOException {
        Files.delete(home.resolve("data/bundle"));
    }

    final Path lab(String name, String text) throws IOException {
        return Files.writeString(Files.createDirectories(home.resolve("labs/" + name)).resolve("lab.yaml"), text);
    }

    final Call call(String... arguments) {
        return Call.of(home, Map.of(Installation.HOME, home.toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString()), arguments);
    }
}
