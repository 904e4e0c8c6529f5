package org.hybridlab.check.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a page may take, by a usual answer of 1 s a pause of 20 ms between looks, on two machines. */
class CheckContextTest {
    private final List<Duration> limits = new ArrayList<>();

    /** One that was sent to a pod which is gone never gets an answer. */
    @Test
    void firstLookAtPages_isShort() {
        watch(Duration.ofMinutes(1), 3);

        assertThat(limits).containsExactly(Duration.ofMillis(80), Duration.ofSeconds(3), Duration.ofSeconds(3));
    }

    /** A page that is slow, and no more, would not have the time that the lab file gives it. */
    @Test
    void onlyLookAtPage_mayTakeItsTime() {
        watch(Duration.ofSeconds(7), 1);
        assertThat(limits).containsExactly(Duration.ofMillis(80));

        limits.clear();
        watch(Duration.ofSeconds(6), 2);

        assertThat(limits).containsOnly(Duration.ofSeconds(3));
    }

    @Test
    void lookWithoutHope_mayTakeItsTime() {
        context().hopelessIf(() -> true).watchPages("a page answers", Duration.ofMinutes(1), this::look);

        assertThat(limits).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    @Timeout(30)
    void watch_waitsForControllersNextTry_ifSoon() {
        assertThat(afterLimit(Instant.now().plusSeconds(2)).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(afterLimit(Instant.now().plus(Duration.ofHours(1))).outcome()).isEqualTo(Outcome.FAILED);
    }

    /** What is good after the time limit. */
    private static Verdict afterLimit(Instant next) {
        Duration within = Duration.ofSeconds(2);
        long started = System.nanoTime();
        return context().watch("it heals", within, () -> new Observation(System.nanoTime() - started
                > within.plusMillis(200).toNanos(), "seen", List.of()).movesAt(Optional.of(next)));
    }

    private void watch(Duration within, int looks) {
        context().watchPages("a page answers", within, limit -> {
            look(limit);
            return new Observation(limits.size() == looks, "seen", List.of());
        });
    }

    private Observation look(Duration limit) {
        limits.add(limit);
        return new Observation(false, "seen", List.of());
    }

    private static CheckContext context() {
        return new Fixture().context(LabFile.read(Path.of("labs/first-cluster/lab.yaml"),
                Cidr.parse("192.168.99.0/24")).orThrow(), Map.of());
    }
}
