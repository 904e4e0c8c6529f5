package org.hybridlab.service.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

class PlannedImageTest {
    @Test
    void size_thatIsEstimated_isCalledSo() {
        assertThat(new PlannedImage("registry.k8s.io/pause:3.10.2", 20_348, false, OptionalInt.of(105)).text())
                .isEqualTo("registry.k8s.io/pause:3.10.2 for 20348: about 105 MB (estimate)");
        assertThat(new PlannedImage("registry.k8s.io/pause:3.10.2", 20_348, true, OptionalInt.of(103)).text())
                .endsWith(": 103 MB, on this host");
        assertThat(new PlannedImage("own.example/app:1", 26_100, false, OptionalInt.empty()).text())
                .endsWith(": its size is not known");
    }
}
