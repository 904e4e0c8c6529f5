package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    @Test
    void interrupt_saysWhatIsAwaited_secondEndsIt(@TempDir Path folder) {
        Cancellation cancellation = new Cancellation();
        List<String> said = new CopyOnWriteArrayList<>();
        Command deaf = Command.of("sh", "-c", "trap '' INT; echo > ready; while :; do sleep 0.05; done").in(folder);
        CompletableFuture<Result> child = CompletableFuture.supplyAsync(
                () -> new LocalProcesses().run(deaf, cancellation));
        await().until(() -> Files.exists(folder.resolve("ready")) && LocalProcesses.running().contains("sh"));
        try (Interrupts ignored = Interrupts.listen(cancellation, said::add)) {
            Signal.raise(new Signal("INT"));
            await().atMost(Duration.ofSeconds(2)).until(() -> !said.isEmpty());
            assertThat(said).containsExactly("Stopping in good order; once more stops at once. Waiting up to 20 s "
                    + "for sh.");
            assertThat(child).isNotDone();

            Signal.raise(new Signal("INT"));
            await().atMost(Duration.ofSeconds(2)).until(child::isDone);
        }
    }
}
