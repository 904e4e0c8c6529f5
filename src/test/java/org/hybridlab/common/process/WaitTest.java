package org.hybridlab.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.Test;

class WaitTest {
    private final Cancellation cancellation = new Cancellation();

    @Test
    void returnsTheFirstGoodValue() {
        AtomicInteger looks = new AtomicInteger();
        int value = Wait.until("three looks were taken", Duration.ofSeconds(5)).every(Duration.ofMillis(1))
                .that(looks::incrementAndGet, seen -> seen >= 3, seen -> seen + " looks", cancellation);
        assertThat(value).isEqualTo(3);
    }

    @Test
    void wait_thatTakesTooLong_saysLastSeen() {
        Wait wait = Wait.until("node1 is Ready", Duration.ofMillis(60)).every(Duration.ofMillis(5))
                .orFail("node-not-ready", "Look at its kubelet.");
        LabException failure = failure(() ->
                wait.that(() -> "NotReady", "Ready"::equals, seen -> "it was " + seen, cancellation));
        assertThat(failure.id()).isEqualTo("node-not-ready");
        assertThat(failure.what()).contains("node1 is Ready");
        assertThat(failure.why()).contains("Last seen: it was NotReady");
        assertThat(failure.advice()).isEqualTo("Look at its kubelet.");
    }

    @Test
    void takesAFailedLookForNotYet() {
        AtomicInteger looks = new AtomicInteger();
        String value = Wait.until("it answers", Duration.ofSeconds(5)).every(Duration.ofMillis(1)).that(() -> {
            if (looks.incrementAndGet() < 3) {
                throw LabException.labFailed("api-unreachable", "No answer.", "Wait.");
            }
            return "answer";
        }, seen -> true, seen -> seen, cancellation);
        assertThat(value).isEqualTo("answer");
    }

    @Test
    void endsAtOnceWhenTheRunIsCancelled() {
        long started = System.nanoTime();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(cancellation::request);
        LabException failure = failure(this::waitForever);
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void endsAtOnceWhenItsThreadIsInterrupted() {
        Thread waiting = Thread.currentThread();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(waiting::interrupt);
        LabException failure = failure(this::waitForever);
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
    }

    private void waitForever() {
        Wait.until("pigs fly", Duration.ofSeconds(60)).every(Duration.ofMillis(5))
                .that(() -> 0, seen -> false, seen -> "no", cancellation);
    }
}
