package org.hybridlab.provision.reset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.hybridlab.provision.render.Timeouts;
import org.junit.jupiter.api.Test;

class SoftResetTest {
    @Test
    void emulatedLab_hasMoreTime() {
        assertThat(SoftReset.limits(Timeouts.NATIVE).within()).isEqualTo(Duration.ofMinutes(1));
        assertThat(SoftReset.limits(Timeouts.EMULATED).within()).isEqualTo(Duration.ofMinutes(13));
        assertThat(SoftReset.limits(Timeouts.EMULATED).stopped()).isGreaterThan(Duration.ofSeconds(100));
    }
}
