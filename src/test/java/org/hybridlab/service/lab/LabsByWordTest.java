package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabsByWordTest {
    @TempDir
    private Path home;

    /** Advice names labs by their ids. */
    @Test
    void id_ofInstance_isFoundWithoutItsName() {
        KnownLabs known = new KnownLabs(UserFolders.of(Map.of(), home));
        Path file = home.resolve("duo/lab.yaml");
        known.remember(TestKnownLab.of("duo", home.resolve("duo/.hybridlab@two").toString(), ProviderName.DOCKER,
                "192.168.57.0/24", KnownLab.Origin.of("duo-aaaaaa", file, Optional.of("two"))));

        assertThat(known.find("duo-aaaaaa", Optional.empty(), home)).isPresent();
        assertThat(known.find("duo", Optional.of("two"), home)).isPresent();
        assertThat(known.find("duo", Optional.empty(), home)).isEmpty();
        assertThat(known.find("duo-aaaaaa", Optional.of("three"), home)).isEmpty();
    }

    /** What tells them apart must find one of them. */
    @Test
    void labs_ofOneFolder_areNamedByFile() {
        KnownLabs known = new KnownLabs(UserFolders.of(Map.of(), home));
        List.of("a", "b").forEach(file -> known.remember(TestKnownLab.of("duo",
                home.resolve("duo/.hybridlab-" + file).toString(), ProviderName.DOCKER, "192.168.57.0/24",
                KnownLab.Origin.of("duo-" + file, home.resolve("duo/%s.yaml".formatted(file)), Optional.empty()))));

        LabException refused = failure(() -> known.find("duo", Optional.empty(), home));

        String file = home.resolve("duo/b.yaml").toString();
        assertThat(refused.advice()).contains(home.resolve("duo/a.yaml").toString(), file);
        assertThat(known.find(file, Optional.empty(), home)).get().extracting(lab -> lab.origin().id())
                .isEqualTo("duo-b");
    }
}
