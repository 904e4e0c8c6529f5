package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.JavaProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
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
            assertThat(said).containsExactly(
                    "another step of this run is copying; waiting for it, for 2 h at most");
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

    @Test
    void lockStaysHeldWhileAnotherThreadWaits() throws Exception {
        try (CacheLock ignored = hold("copying")) {
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> hold("copying").close());
            await().until(() -> !said.isEmpty());

            assertThat(lineOfAnotherProcess()).contains("another hybridlab (process " + ProcessHandle.current().pid());
            ignored.close();
            second.join();
        }
    }

    @Test
    void secondCloseFreesNobodyElsesLock() throws Exception {
        CacheLock first = hold("copying");
        first.close();
        try (CacheLock ignored = hold("copying")) {
            first.close();
            CompletableFuture<Void> third = CompletableFuture.runAsync(() -> hold("copying").close());
            await().until(() -> !said.isEmpty());

            assertThat(lineOfAnotherProcess()).contains("another hybridlab");
            ignored.close();
            third.join();
        }
    }

    @Test
    void whoGivesUpWaitingHoldsNothing() throws Exception {
        JavaProcess other = JavaProcess.start(CacheLockHolder.class, lock().toString());
        assertThat(other.line()).isEqualTo("held");
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> hold("copying").close());
        await().until(() -> !said.isEmpty());
        assertThat(said).singleElement().asString().contains("another hybridlab (process " + other.pid() + ", since ",
                "is copying", "waiting for it, for 2 h at most");
        cancellation.request();
        assertThatThrownBy(second::join).hasMessageContaining("Interrupted");
        other.kill();

        CacheLock.hold(lock(), "copying", new Fetching(said::add, new Cancellation())).close();
        assertThat(lineOfAnotherProcess()).isEqualTo("held");
    }

    @Test
    void cacheThatCannotBeWrittenIsNoBug() throws Exception {
        Files.writeString(folder.resolve("file"), "");

        LabException refused = failure(() ->
                CacheLock.hold(folder.resolve("file/lock"), "copying", new Fetching(said::add, cancellation)));
        assertThat(refused.id()).isEqualTo("cache-not-writable");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
        assertThat(refused.what()).contains(folder.resolve("file/lock").toString());
    }

    private String lineOfAnotherProcess() throws Exception {
        JavaProcess other = JavaProcess.start(CacheLockHolder.class, lock().toString());
        try {
            return other.line();
        } finally {
            other.kill();
        }
    }

    private Path lock() {
        return folder.resolve("lock");
    }

    private CacheLock hold(String what) {
        return CacheLock.hold(lock(), what, new Fetching(said::add, cancellation));
    }
}
