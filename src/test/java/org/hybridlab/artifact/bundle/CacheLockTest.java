package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheLockTest {
    @TempDir
    private Path folder;
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final Cancellation cancellation = new Cancellation();

    @Test
    void aWaitingCallSaysWhoHoldsTheLock() {
        try (CacheLock ignored = hold("copying")) {
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> hold("copying").close());
            await().until(() -> !said.isEmpty());
            assertThat(said).singleElement().asString().contains("hybridlab (process " + ProcessHandle.current().pid()
                    + ", since ", "is copying", "waiting for it, for 2 h at most");
            assertThat(second).isNotDone();
            ignored.close();
            second.join();
        }
    }

    @Test
    void ctrlCEndsTheWaiting() {
        try (CacheLock ignored = hold("copying")) {
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> hold("copying").close());
            await().until(() -> !said.isEmpty());
            cancellation.request();
            await().atMost(Duration.ofSeconds(2)).until(second::isDone);
            assertThatThrownBy(second::join).hasCauseInstanceOf(LabException.class).hasMessageContaining("Interrupted");
        }
    }

    private CacheLock hold(String what) {
        return CacheLock.hold(folder.resolve("lock"), what, new Fetching(said::add, cancellation));
    }
}
