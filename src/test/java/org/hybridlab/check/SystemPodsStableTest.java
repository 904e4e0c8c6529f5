package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;

import org.hybridlab.check.Verdict.Outcome;
import org.hybridlab.kubernetes.Recording;
import org.junit.jupiter.api.Test;

class SystemPodsStableTest {
    private static final Instant CRASH = Instant.parse("2026-11-21T12:57:12Z");
    private final Fixture fixture = new Fixture();

    @Test
    void passesIfAllAreReadyAndNoneHasRestarted() {
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.words()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.words()).isEqualTo("All 10 system pods are ready, none restarted in the last 30 s.");
    }

    @Test
    void failsIfOneCrashes() {
        withCrasher(Recording.of("pod-crash-loop"));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.words()).isEqualTo("crasher is not ready: crasher: exited with 1");
    }

    @Test
    void failsIfAReadyOneHasJustRestartedAndPassesOnceThatIsLongAgo() {
        withCrasher(Recording.of("pod-crash-loop").replace("\"ready\": false", "\"ready\": true"));
        fixture.now = CRASH.plusSeconds(12);
        assertThat(judged().words()).isEqualTo("crasher restarted 12 s ago");
        fixture.now = CRASH.plusSeconds(31);
        assertThat(judged().outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void doesNotSpeakOfPodsOnANodeThatIsDown() {
        withCrasher(Recording.of("pod-crash-loop"));
        fixture.api.with("/api/v1/nodes", Recording.of("nodes")
                .replaceAll("(?s)\"status\": \"True\",(\\s+\"type\": \"Ready\")", "\"status\": \"Unknown\",$1"));
        assertThat(judged().words()).isEqualTo("there is not a single system pod");
    }

    private void withCrasher(String pod) {
        fixture.api.with("/api/v1/pods", Recording.of("pods").replaceFirst("\"items\":\\[",
                "\"items\":[" + java.util.regex.Matcher.quoteReplacement(pod) + ","));
    }

    private Verdict judged() {
        return new SystemPodsStable().judge(fixture.context());
    }
}
