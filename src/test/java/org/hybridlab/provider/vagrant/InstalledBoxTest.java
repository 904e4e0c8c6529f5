package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.vagrant.InstalledBox.BoxVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstalledBoxTest {
    @TempDir
    private Path home;

    /** Each as Ruby's {@code Gem::Version} compares them. */
    @ParameterizedTest
    @CsvSource({"9.0, 10.0, -1", "1.2, 1.2.0, 0", "1.0.a, 1.a, 0", "10.0.rc1, 10.0, -1", "1.0-beta, 1.0, -1",
        "1.a.10, 1.a.9, 1", "2511.0.0, 2601.0.0, -1", "0, 0.0, 0", "1.0.b, 1.0.a, 1",
        "99999999999999999999, 100000000000000000000, -1"})
    void versions_areOrdered_asRubyDoes(String one, String other, int order) {
        assertThat(Integer.signum(BoxVersion.of(one).compareTo(BoxVersion.of(other)))).isEqualTo(order);
        assertThat(Integer.signum(BoxVersion.of(other).compareTo(BoxVersion.of(one)))).isEqualTo(-order);
    }

    @Test
    void newestVersion_ofTheProvider_isTaken() throws IOException {
        for (String folder : List.of("9.0/virtualbox", "10.0/amd64/virtualbox", "11.0/libvirt")) {
            Files.createDirectories(home.resolve("boxes/me-VAGRANTSLASH-it").resolve(folder));
        }

        assertThat(taken(Optional.empty())).contains("10.0");
        assertThat(taken(Optional.of("9"))).contains("9.0");
        assertThat(taken(Optional.of("11.0"))).isEmpty();
    }

    private Optional<String> taken(Optional<String> version) {
        return InstalledBox.of(new BoxChoice("me/it", version, Optional.empty(), Optional.empty()),
                ProviderName.VIRTUALBOX, home).map(InstalledBox::version);
    }
}
