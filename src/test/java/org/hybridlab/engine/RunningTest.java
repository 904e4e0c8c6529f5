package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Running.Stage;
import org.junit.jupiter.api.Test;

class RunningTest {
    private final VirtualTime time = new VirtualTime(Duration.ZERO, task -> VirtualTime.DEAF);
    private final Task task = new Task(Steps.step("a", context -> { }), Task.Kind.ATTEMPT, line -> { }, progress -> { },
            true);
    private final Cancellation cancellation = task.cancellation();
    private final Running running = new Running(task, time, Duration.ofSeconds(60), Duration.ofSeconds(30));

    @Test
    void runningStep_withinItsTime_isLeftAlone() {
        at(59);

        assertThat(running.stage()).isEqualTo(Stage.LEFT_ALONE);
        assertThat(cancellation.isRequested()).isFalse();
    }

    @Test
    void process_thatStays_isAskedEndedGivenUp() {
        at(60);
        assertThat(running.stage()).isEqualTo(Stage.ASKED);
        assertThat(running.timedOut()).isTrue();
        assertThat(cancellation.isRequested()).isTrue();
        at(89);
        assertThat(cancellation.isNow()).isFalse();
        at(90);
        assertThat(running.stage()).isEqualTo(Stage.FORCED);
        assertThat(cancellation.isNow()).isTrue();
        at(119);
        assertThat(running.stage()).isEqualTo(Stage.FORCED);
        at(120);
        assertThat(running.stage()).isEqualTo(Stage.GIVEN_UP);
    }

    @Test
    void askingAgainChangesNothing() {
        running.ask();
        at(10);
        running.ask();

        assertThat(running.deadline()).isEqualTo(Duration.ofSeconds(30));
        assertThat(cancellation.isNow()).isFalse();
        assertThat(running.timedOut()).isFalse();
    }

    @Test
    void forcingAsksFirstAndHappensOnce() {
        running.force();
        at(10);
        running.force();

        assertThat(running.stage()).isEqualTo(Stage.FORCED);
        assertThat(cancellation.isNow()).isTrue();
        assertThat(running.deadline()).isEqualTo(Duration.ofSeconds(30));
    }

    private void at(int seconds) {
        time.await(Duration.ofSeconds(seconds));
        running.lookAtTime();
    }
}
