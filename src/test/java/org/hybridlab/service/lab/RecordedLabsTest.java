package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedLabsTest {
    @TempDir
    private Path home;

    /** Advice names labs by their ids. */
    @Test
    void id_ofInstance_isFoundWithoutItsName() {
        KnownLabs known = new KnownLabs(UserFolders.of(Map.of(), home));
        Path file = home.resolve("duo/lab.yaml");
        known.remember(new KnownLab("duo", home.resolve("duo/.hybridlab@two").toString(), ProviderName.DOCKER,
                "192.168.57.0/24").from(KnownLab.Origin.of("duo-aaaaaa", file, Optional.of("two"))));
        RecordedLabs labs = new RecordedLabs(known, home);

        assertThat(labs.find("duo-aaaaaa", Optional.empty())).isPresent();
        assertThat(labs.find("duo", Optional.of("two"))).isPresent();
        assertThat(labs.find("duo", Optional.empty())).isEmpty();
        assertThat(labs.find("duo-aaaaaa", Optional.of("three"))).isEmpty();
    }
}
