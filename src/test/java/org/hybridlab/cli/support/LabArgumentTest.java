package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cli.Call;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabArgumentTest {
    @TempDir
    private Path home;

    /** {@code list} and {@code status} name a lab so, wherever its folder is and whatever that is called. */
    @Test
    void upLab_isFound_byItsName() throws IOException {
        Path file = Files.writeString(Files.createDirectories(home.resolve("far/kurs")).resolve("lab.yaml"),
                "name: trainlab");
        assertThat(path("trainlab").err()).contains("[lab-not-found]");

        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("trainlab",
                file.resolveSibling(".hybridlab").toString(), ProviderName.DOCKER, "192.168.57.0/24",
                KnownLab.Origin.of("hl-trainlab-0a1b2c", file, Optional.empty())));
        assertThat(path("trainlab").err()).doesNotContain("[lab-not-found]");

        Files.delete(file);
        assertThat(path("trainlab").err()).contains("[lab-not-found]");
    }

    private Call path(String lab) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString()), "kubeconfig", lab,
                "--path");
    }
}
