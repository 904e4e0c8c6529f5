package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.engine.Steps.action;
import static org.hybridlab.engine.Steps.permits;
import static org.hybridlab.engine.Steps.retry;
import static org.hybridlab.engine.Steps.step;
import static org.hybridlab.engine.Steps.timeout;
import static org.hybridlab.fake.Failure.failure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the engine ends what takes too long, what is interrupted, and what does not listen. */
@Timeout(20)
class EngineEndingTest extends EngineRuns {
    @Test
    void attempt_tooLong_isEndedAndRetryable() {
        AtomicInteger attempts = new AtomicInteger();
        Step slow = timeout(retry(step("slow", context -> {
            if (attempts.incrementAndGet() == 1) {
                pause(context, 10_000);
            }
        }), Retry.times(2, Duration.ZERO, "timed-out")), Duration.ofMillis(50));

        RunResult result = run(slow);

        assertThat(result.green()).isTrue();
        assertThat(attempts).hasValue(2);
    }

    /** Several waits one after the other may take longer than their step. */
    @Test
    void wait_endedByStep_tellsWhatItSaw() {
        RunResult result = run(timeout(step("slow", context -> Wait.until("node1 is Ready", Duration.ofSeconds(10))
                .orFail("node-not-ready", "Read its log.").that(() -> "NotReady", "Ready"::equals, seen -> seen,
                        context.cancellation())), Duration.ofSeconds(1)));

        LabException failure = result.step("slow").failure().orElseThrow();
        assertThat(failure.id()).isEqualTo("node-not-ready");
        assertThat(failure.what()).startsWith("slow did not end within ").contains("that node1 is Ready");
        assertThat(failure.why()).contains("Last seen: NotReady");
        assertThat(failure.advice()).isEqualTo("Read its log.");
    }

    @Test
    void bug_underAnyRetry_isNotTriedAgain() {
        AtomicInteger attempts = new AtomicInteger();
        run(retry(step("a", context -> {
            attempts.incrementAndGet();
            throw new IllegalStateException("a bug");
        }), Retry.times(3, Duration.ZERO, "ssh-lost", "timed-out")));

        assertThat(attempts).hasValue(1);
        assertThatThrownBy(() -> Retry.times(3, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void step_listeningToInterruptionOnly_isEnded() {
        Step waiting = timeout(step("waiting", context -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            throw LabException.interrupted("The thread was interrupted.");
        }), Duration.ofMillis(20));
        AtomicReference<Boolean> inherited = new AtomicReference<>();
        Step next = step("next-on-this-thread", context -> inherited.set(Thread.currentThread().isInterrupted()));
        Settings settings = new Settings(1, Map.of(), Duration.ofSeconds(1), Duration.ofSeconds(2));

        RunResult result = engine(settings).run(new Plan(List.of(waiting, next)), cancellation);

        assertThat(result.step("waiting").failure().orElseThrow().id()).isEqualTo("timed-out");
        assertThat(inherited).hasValue(false);
    }

    @Test
    void interruptionEndsTheLooksAroundToo() {
        run(note("a"));

        RunResult again = run(step("a", action(() -> {
            cancellation.request();
            return Probe.present("there");
        }, context -> ran.add("again"))), note("b", "a"));

        assertThat(again.interrupted()).isTrue();
        assertThat(ran).containsExactly("a");
    }

    @Test
    void look_askedToEnd_mayEnd() {
        run(note("a"));
        Step slowLook = step("a", lookingAction(context -> {
            cancellation.request();
            pause(context, 60_000);
        }));

        assertThat(run(slowLook).interrupted()).isTrue();
    }

    @Test
    void interruption_whileOnlyLooking_isHeardAtOnce() {
        run(note("a"));
        Step slowLook = step("a", lookingAction(context -> {
            // The engine waits for this look by then.
            pause(context, 300);
            cancellation.request();
            pause(context, 60_000);
        }));
        Engine engine = engine(new Settings(1, Map.of(), Duration.ofSeconds(8), Duration.ofSeconds(5)));
        Instant begun = Instant.now();

        assertThat(failure(() -> engine.explain(new Plan(List.of(slowLook)), cancellation)).isInterruption()).isTrue();
        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void probe_withoutEnd_isGivenUp() {
        run(note("a"));
        CountDownLatch never = new CountDownLatch(1);
        Step deafLook = step("a", lookingAction(context -> ignoreInterruption(never)));
        Settings settings = new Settings(1, Map.of(), Duration.ofMillis(20), Duration.ofMillis(20));

        RunResult result = engine(settings).run(new Plan(List.of(deafLook)), cancellation);
        never.countDown();

        assertThat(result.green()).isTrue();
        assertThat(ran).containsExactly("a", "a after a look");
    }

    @Test
    void run_withBrokenJournal_endsWhatRuns() {
        AtomicReference<Boolean> askedToEnd = new AtomicReference<>();
        MemoryJournal full = new MemoryJournal().newRun(new MemoryJournal.Watcher() {
            @Override
            public void before(int count, Entry entry) {
                if (entry.kind() == Entry.Kind.DONE) {
                    throw LabException.hostNotReady("journal-not-written", "The disk is full.", "Make room.");
                }
            }
        });
        Step running = step("running", context -> {
            try {
                pause(context, 10_000);
            } finally {
                askedToEnd.set(context.cancellation().isRequested());
            }
        });
        Engine engine = new Engine(folder, settings(), Clock.systemUTC(), List.of(), where -> full,
                with -> new ThreadWorkers(with.threads()));

        assertThatThrownBy(() -> engine.run(new Plan(List.of(running, note("quick"))), cancellation))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("journal-not-written"));
        assertThat(askedToEnd).hasValue(true);
    }

    @Test
    void deafStep_isGivenUp_andKeepsPermit() {
        CountDownLatch never = new CountDownLatch(1);
        Step deaf = permits(timeout(step("deaf", context -> ignoreInterruption(never)), Duration.ofMillis(20)), "vm");
        Settings settings = new Settings(1, Map.of(), Duration.ofSeconds(1), Duration.ofMillis(20));

        RunResult result = engine(settings).run(new Plan(List.of(deaf, note("next", "deaf"), note("other"),
                permits(note("same-permit"), "vm"))), cancellation);
        never.countDown();

        assertThat(outcomes(result)).containsEntry("deaf", Outcome.FAILED).containsEntry("next", Outcome.NOT_RUN)
                .containsEntry("other", Outcome.DONE).containsEntry("same-permit", Outcome.NOT_RUN);
        assertThat(result.step("deaf").failure().orElseThrow().id()).isEqualTo("step-hangs");
    }

    @Test
    void interruption_endsWhatRuns_andStartsNothing() {
        RunResult result = run(step("running", context -> {
            cancellation.request();
            pause(context, 10_000);
        }), note("next", "running"));

        assertThat(result.interrupted()).isTrue();
        assertThat(result.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(outcomes(result)).containsEntry("running", Outcome.INTERRUPTED)
                .containsEntry("next", Outcome.NOT_RUN);
        assertThat(ran).isEmpty();
    }

    @Test
    void interruption_duringAPause_endsTheAttempts() {
        EventListener interrupter = event -> {
            if (event instanceof Event.StepRetrying) {
                cancellation.request();
            }
        };
        Step flaky = retry(fail("flaky", "ssh-lost"), Retry.times(2, Duration.ofHours(1), "ssh-lost"));

        RunResult result = new Engine(folder, settings(), Clock.systemUTC(), List.of(interrupter))
                .run(new Plan(List.of(flaky)), cancellation);

        assertThat(outcomes(result)).containsEntry("flaky", Outcome.INTERRUPTED);
        assertThat(result.step("flaky").attempts()).isEqualTo(1);
    }

    @Test
    void failure_afterInterruption_isNotTriedAgain() {
        run(retry(step("a", context -> {
            cancellation.request();
            throw LabException.labFailed("vagrant-failed", "Vagrant heard the Ctrl-C too.", "Try again.");
        }), Retry.times(3, Duration.ZERO, "vagrant-failed")));

        assertThat(events).noneMatch(Event.StepRetrying.class::isInstance);
    }

    @Test
    void step_doneDespiteInterruption_isRecordedAsDone() {
        run(step("a", context -> cancellation.request()), note("next", "a"));

        RunResult again = engine(settings()).run(new Plan(List.of(note("a"), note("next", "a"))), new Cancellation());

        assertThat(ran).containsExactly("next");
        assertThat(again.green()).isTrue();
    }

    @Test
    void aSecondRequestReachesTheStepAsNow() {
        CountDownLatch asked = new CountDownLatch(1);
        AtomicReference<Boolean> now = new AtomicReference<>(false);
        Step stubborn = step("stubborn", context -> {
            context.cancellation().onRequest(() -> {
                now.set(context.cancellation().isNow());
                asked.countDown();
                if (!cancellation.isNow()) {
                    cancellation.request();
                }
            });
            cancellation.request();
            while (!context.cancellation().isNow()) {
                Thread.onSpinWait();
            }
            throw LabException.interrupted("killed");
        });

        assertThat(run(stubborn).interrupted()).isTrue();
        assertThat(now).hasValue(true);
    }

    @Test
    void failureThatEndsRun_stopsTheOthers() {
        CountDownLatch running = new CountDownLatch(1);
        Step waiting = step("waiting", context -> {
            running.countDown();
            pause(context, 60_000);
        });
        Step refused = step("refused", new Action() {
            @Override
            public Probe probe(StepContext context) {
                return Probe.absent("it is not there");
            }

            @Override
            public void run(StepContext context) {
                ignoreInterruption(running);
                throw LabException.labFailed("no", "refused", "Correct it.");
            }

            @Override
            public boolean endsRun(LabException failure) {
                return failure.id().equals("no");
            }
        });

        RunResult result = engine(Settings.of(2, Map.of())).run(new Plan(List.of(refused, waiting, note("later"),
                note("after", "waiting"))), cancellation);

        assertThat(outcomes(result)).isEqualTo(Map.of("refused", Outcome.FAILED, "waiting", Outcome.INTERRUPTED,
                "later", Outcome.NOT_RUN, "after", Outcome.NOT_RUN));
        assertThat(result.step("later").reason()).isEqualTo("refused failed, which ended the run");
        assertThat(result.interrupted()).isFalse();
        assertThat(result.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(ran).isEmpty();
    }

    private Action lookingAction(Consumer<StepContext> look) {
        return new Action() {
            @Override
            public Probe probe(StepContext context) {
                look.accept(context);
                return Probe.present("there");
            }

            @Override
            public void run(StepContext context) {
                ran.add("a after a look");
            }
        };
    }

    private static void ignoreInterruption(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                continue;
            }
        }
    }
}
