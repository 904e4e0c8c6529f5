package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import org.hybridlab.cluster.api.ApiServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimeoutsTest {
    static Stream<Timeouts> paces() {
        return Stream.of(Timeouts.NATIVE, Timeouts.EMULATED);
    }

    /** Else the engine would give a probe up that still asks, and take what it would have seen for unknown. */
    @ParameterizedTest
    @MethodSource("paces")
    void apiServer_isAskedAgain_withinProbeTime(Timeouts timeouts) {
        // The first question, asking again, and the question that is under way when that time ends.
        assertThat(ApiServer.READY.multipliedBy(2).plus(timeouts.apiAnswer())).isLessThan(timeouts.probe());
    }
}
