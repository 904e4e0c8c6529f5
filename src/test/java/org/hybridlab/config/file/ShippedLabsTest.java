package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.rules.core.HostView;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedLabsTest {
    static List<LabLocation> labs() {
        return LabLocation.all(List.of(Path.of("labs")));
    }

    @ParameterizedTest
    @MethodSource("labs")
    void everyLabThatComesWithHybridlabIsGood(LabLocation lab) {
        LabReading reading = LabFile.read(lab.file(), OpenChoices.network(Cidr.parse("192.168.57.0/24")),
                HostView.unknown(), InstalledTemplates.seen());

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.orThrow().name()).isEqualTo(lab.folder().getFileName().toString());
        assertThat(reading.orThrow().machines().get(0)).isEqualTo(reading.orThrow().firstControlPlane());
    }
}
