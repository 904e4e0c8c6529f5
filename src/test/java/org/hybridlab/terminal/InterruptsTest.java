package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.process.Cancellation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sun.misc.Signal;

class InterruptsTest {
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void onceIsOrderlyAndTwiceIsNow(String signal) {
        Cancellation cancellation = new Cancellation();
        List<String> said = new CopyOnWriteArrayList<>();
        try (Interrupts ignored = Interrupts.listen(cancellation, said::add)) {
            Signal.raise(new Signal(signal));
            await().atMost(Duration.ofSeconds(5)).until(cancellation::isRequested);
            assertThat(cancellation.isNow()).isFalse();

            Signal.raise(new Signal(signal));
            await().atMost(Duration.ofSeconds(5)).until(cancellation::isNow);
        }
        assertThat(said).containsExactly("Stopping in good order; once more stops at once.", "Stopping at once.");
    }
}
