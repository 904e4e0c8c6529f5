package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.StepResult;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.service.LabRestart.End;
import org.junit.jupiter.api.Test;

class LabRestartTest {
    /** A snapshot keeps what has failed, so that machines which are made again would end the same. */
    @Test
    void failedApp_alone_damagesNoMachine() {
        assertThat(End.failed(run("app-failed")).damaged()).isFalse();
        assertThat(End.failed(run("app-failed", "app-failed")).damaged()).isFalse();
        assertThat(End.failed(run("app-failed", "app-not-ready")).damaged()).isTrue();
        assertThat(End.failed(run("node-not-ready")).damaged()).isTrue();
    }

    private static RunResult run(String... failures) {
        List<StepResult> steps = Stream.of(failures).map(id -> new StepResult(id, Outcome.FAILED, 1,
                Duration.ZERO, "", Optional.of(LabException.labFailed(id, "It failed.", "Look.")))).toList();
        return new RunResult("1", steps, steps, false, Duration.ZERO);
    }
}
