package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.hybridlab.cluster.inventory.InventoryRestore.Limits;
import org.hybridlab.cluster.inventory.InventoryRestore.Outcome;
import org.hybridlab.common.error.LabException;
import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On emulated machines a round takes minutes: nothing goes on behind the caller, nor after Ctrl-C. */
class SlowRestoreTest {
    private static final int STRANGERS = 40;

    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;
    private final AtomicInteger deletions = new AtomicInteger();

    @BeforeEach
    void strangers() {
        IntStream.range(0, STRANGERS).forEach(number ->
                world.put("v1", "configmaps", "default", "stranger-" + number, ""));
    }

    @Test
    void roundPastLimit_isEnded_andToldWhole() {
        recorded.limits = new Limits(Duration.ofMillis(100), Duration.ofSeconds(8), Duration.ofMillis(10));
        world.before = call -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            deletions.incrementAndGet();
        };

        Outcome outcome = recorded.restore();

        assertThat(deletions).hasValue(STRANGERS);
        assertThat(outcome.undone()).hasSize(STRANGERS);
        assertThat(outcome.left()).isEmpty();
    }

    @Test
    void interruption_tellsWhatIsUndone() {
        requestAtDeletion(3);

        LabException e = failure(recorded::restore);
        assertThat(e.isInterruption()).isTrue();
        assertThat(e.why().orElseThrow()).startsWith("Undone already: removed ConfigMap default/stranger-");
    }

    @Test
    void interruption_startsNoOtherDeletion() {
        requestAtDeletion(3);

        assertThatThrownBy(recorded::restore).isInstanceOf(LabException.class);

        // Four at once.
        assertThat(deletions.get()).isBetween(3, 6);
    }

    @Test
    void interruption_inForeignNamespace_startsNoOtherDeletion() {
        world.objects.clear();
        world.put("v1", "namespaces", "", "kube-system", "");
        recorded.note();
        world.put("v1", "namespaces", "", "alpha", "");
        IntStream.range(0, STRANGERS).forEach(number ->
                world.put("v1", "configmaps", "alpha", "stranger-" + number, ""));
        requestAtDeletion(4);

        assertThatThrownBy(recorded::restore).isInstanceOf(LabException.class);

        assertThat(deletions.get()).isBetween(4, 7);
    }

    @Test
    void laterFailure_keepsWhatWasUndone() {
        LabException busy = LabException.labFailed("api-busy", "It is busy.", "Wait.").because("Too many requests");

        assertThat(new Outcome(List.of("removed Pod default/mine"), List.of()).addedTo(busy).why())
                .contains("Too many requests\nUndone already: removed Pod default/mine");
        assertThat(InventoryRestore.NOTHING.addedTo(busy)).isSameAs(busy);
    }

    private void requestAtDeletion(int number) {
        world.before = call -> {
            if (deletions.incrementAndGet() == number) {
                recorded.cancellation.request();
            }
        };
    }
}
