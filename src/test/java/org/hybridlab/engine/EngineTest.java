package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.engine.Steps.action;
import static org.hybridlab.engine.Steps.fingerprint;
import static org.hybridlab.engine.Steps.permits;
import static org.hybridlab.engine.Steps.retry;
import static org.hybridlab.engine.Steps.step;
import static org.hybridlab.engine.Steps.timeout;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.failure.ExitCode;
import org.hybridlab.failure.LabException;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Plan;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.Retry;
import org.hybridlab.plan.Step;
import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Cancellation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine on real threads, with steps that take next to no time. */
@Timeout(20)
class EngineTest {
    @TempDir
    Path dir;
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Cancellation cancellation = new Cancellation();
    private RunFolder folder;

    @BeforeEach
    void folder() {
        folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
    }

    @Test
    void everyStepRunsAfterAllThatItNeeds() {
        RunResult result = run(note("app", "node1", "node2"), note("node1", "control"), note("node2", "control"),
                note("control"));

        assertThat(result.green()).isTrue();
        assertThat(result.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(ran).startsWith("control").endsWith("app").hasSize(4);
    }

    @Test
    void independentStepsRunAtTheSameTime() {
        CyclicBarrier bothThere = new CyclicBarrier(2);

        assertThat(run(step("a", context -> meet(bothThere)), step("b", context -> meet(bothThere))).green()).isTrue();
    }

    @Test
    void stepsThatShareAPermitRunOneByOne() {
        AtomicInteger inside = new AtomicInteger();
        Step[] steps = Stream.of("a", "b", "c", "d").map(id -> permits(step(id, context -> {
            assertThat(inside.incrementAndGet()).isEqualTo(1);
            pause(context, 20);
            inside.decrementAndGet();
        }), "create")).toArray(Step[]::new);

        assertThat(run(steps).green()).isTrue();
    }

    @Test
    void aFailedStepStopsOnlyWhatNeedsIt() {
        RunResult result = run(fail("control", "no-luck"), note("node", "control"), note("app", "node"), note("other"));

        assertThat(outcomes(result)).containsEntry("control", Outcome.FAILED).containsEntry("node", Outcome.NOT_RUN)
                .containsEntry("app", Outcome.NOT_RUN).containsEntry("other", Outcome.DONE);
        assertThat(result.step("app").reason()).isEqualTo("needs control, which failed");
        assertThat(result.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(result.interrupted()).isFalse();
    }

    @Test
    void anExceptionThatNobodyExpectedIsABug() {
        RunResult result = run(step("a", context -> {
            throw new IllegalStateException("oops");
        }));

        assertThat(result.exitCode()).isEqualTo(ExitCode.BUG);
        assertThat(result.step("a").failure().orElseThrow().why()).hasValueSatisfying(
                why -> assertThat(why).contains("oops"));
    }

    @Test
    void aStepIsTriedAgainForTheFailuresThatItNames() {
        AtomicInteger attempts = new AtomicInteger();
        Step flaky = step("flaky", context -> {
            if (attempts.incrementAndGet() < 3) {
                throw LabException.labFailed("ssh-lost", "ssh to node1 was lost", "Look at it.");
            }
        });

        RunResult result = run(retry(flaky, Retry.times(3, Duration.ofMillis(40), "ssh-lost")));

        assertThat(result.green()).isTrue();
        assertThat(result.step("flaky").attempts()).isEqualTo(3);
        assertThat(result.step("flaky").took()).isGreaterThanOrEqualTo(Duration.ofMillis(80));
        assertThat(events.stream().filter(Event.StepRetrying.class::isInstance)).hasSize(2);
    }

    @Test
    void otherFailuresAreNotTriedAgainAndAttemptsEnd() {
        RunResult result = run(retry(fail("a", "disk-full"), Retry.times(3, Duration.ZERO, "ssh-lost")),
                retry(fail("b", "ssh-lost"), Retry.times(3, Duration.ZERO, "ssh-lost")));

        assertThat(result.step("a").attempts()).isEqualTo(1);
        assertThat(result.step("b").attempts()).isEqualTo(3);
    }

    @Test
    void aSecondRunSkipsWhatIsDoneUnchangedAndSeen() {
        run(note("control"), note("node", "control"));
        ran.clear();

        RunResult again = run(note("control"), note("node", "control"));

        assertThat(ran).isEmpty();
        assertThat(again.green()).isTrue();
        assertThat(outcomes(again)).containsEntry("control", Outcome.SKIPPED).containsEntry("node", Outcome.SKIPPED);
    }

    @Test
    void aStepWithOtherInputsRunsAgainAndWhatNeedsItIsLookedAtAgain() {
        AtomicInteger looks = new AtomicInteger();
        Step node = step("node", action(() -> {
            looks.incrementAndGet();
            return Probe.present("it is a node");
        }, context -> ran.add("node")), "control");
        run(note("control"), node);
        ran.clear();

        RunResult again = run(fingerprint(note("control"), "f2"), node);

        assertThat(ran).containsExactly("control");
        assertThat(looks).hasValue(1);
        assertThat(outcomes(again)).containsEntry("node", Outcome.SKIPPED);
    }

    @Test
    void whatWasSeenBeforeSomethingRanIsNotBelievedAfterwards() {
        AtomicReference<Probe> machine = new AtomicReference<>(Probe.present("running"));
        AtomicReference<Probe> joined = new AtomicReference<>(Probe.present("Ready"));
        Step[] steps = {
            step("machine", action(machine::get, context -> {
                ran.add("machine");
                joined.set(Probe.absent("a machine that was made again is not a node"));
            })),
            step("joined", action(joined::get, context -> ran.add("joined")), "machine")};
        run(steps);
        ran.clear();
        joined.set(Probe.present("Ready"));
        machine.set(Probe.absent("gone"));

        run(steps);

        assertThat(ran).containsExactly("machine", "joined");
    }

    @Test
    void thatHoldsForWhatNeedsItFarBehindToo() {
        AtomicReference<Probe> app = new AtomicReference<>(Probe.present("answers"));
        Step[] steps = {note("machine"), note("between", "machine"),
            step("app", action(app::get, context -> ran.add("app")), "between")};
        run(steps);
        ran.clear();

        run(fingerprint(step("machine", context -> {
            ran.add("machine");
            app.set(Probe.absent("its machine is another one"));
        }), "f2"), steps[1], steps[2]);

        assertThat(ran).containsExactly("machine", "app");
    }

    @Test
    void aProbeThatCannotTellOrThrowsMakesTheStepRun() {
        AtomicReference<Probe> probe = new AtomicReference<>(Probe.present("there"));
        Step unsure = step("unsure", action(probe::get, context -> ran.add("unsure")));
        Step broken = step("broken", action(() -> {
            throw new IllegalStateException("no docker");
        }, context -> ran.add("broken")));
        run(unsure, broken);
        probe.set(Probe.unknown("ssh does not answer"));
        ran.clear();

        RunResult again = run(unsure, broken);

        assertThat(ran).containsExactlyInAnyOrder("unsure", "broken");
        assertThat(again.step("broken").reason()).isEqualTo("could not look at it: no docker");
    }

    @Test
    void aFailureAfterASuccessMakesTheStepRunAgainEvenIfItLooksDone() {
        run(note("a"));
        run(fingerprint(fail("a", "no-luck"), "f2"));
        ran.clear();

        run(note("a"));

        assertThat(ran).containsExactly("a");
    }

    @Test
    void anAttemptThatTakesTooLongIsEndedAndMayBeTriedAgain() {
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

    @Test
    void aStepThatOnlyListensToInterruptionIsEndedByIt() {
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
    void aLookThatIsAskedToEndMayEnd() {
        run(note("a"));
        Step slowLook = step("a", lookingAction(context -> {
            cancellation.request();
            pause(context, 60_000);
        }));

        assertThat(run(slowLook).interrupted()).isTrue();
    }

    @Test
    void aLookThatCannotBeEndedIsGivenUpAndTheStepRuns() {
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
    void aRunWhoseJournalBreaksEndsWhatRunsBeforeItGivesUp() {
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
    void aStepThatIgnoresEverythingIsGivenUpAndKeepsItsPermit() {
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
    void interruptionEndsWhatRunsStartsNothingAndIsSaid() {
        RunResult result = run(step("running", context -> {
            cancellation.request();
            pause(context, 10_000);
        }), note("next", "running"));

        assertThat(result.interrupted()).isTrue();
        assertThat(result.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(outcomes(result)).containsEntry("running", Outcome.INTERRUPTED).containsEntry("next", Outcome.NOT_RUN);
        assertThat(ran).isEmpty();
    }

    @Test
    void interruptionEndsAPauseBetweenAttemptsAndThereIsNoOther() {
        EventListener interrupter = event -> {
            if (event instanceof Event.StepRetrying) {
                cancellation.request();
            }
        };
        Step flaky = retry(fail("flaky", "ssh-lost"), Retry.times(2, Duration.ofHours(1)));

        RunResult result = new Engine(folder, settings(), Clock.systemUTC(), List.of(interrupter))
                .run(new Plan(List.of(flaky)), cancellation);

        assertThat(outcomes(result)).containsEntry("flaky", Outcome.INTERRUPTED);
        assertThat(result.step("flaky").attempts()).isEqualTo(1);
    }

    @Test
    void whatFailsAfterTheInterruptionIsNotTriedAgain() {
        run(retry(step("a", context -> {
            cancellation.request();
            throw LabException.labFailed("vagrant-failed", "Vagrant heard the Ctrl-C too.", "Try again.");
        }), Retry.times(3, Duration.ZERO)));

        assertThat(events).noneMatch(Event.StepRetrying.class::isInstance);
    }

    @Test
    void aStepThatGetsDoneInSpiteOfTheInterruptionIsRecordedAsDone() {
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
    void eventsTellTheWholeRunInOrder() {
        run(step("a", context -> context.line("hello")), fail("b", "no-luck", "a"), note("c", "b"));

        assertThat(events).extracting(event -> event.getClass().getSimpleName()).containsExactly("RunStarted",
                "StepStarted", "StepLine", "StepFinished", "StepStarted", "StepFinished", "StepFinished", "RunFinished");
        assertThat(events.get(2)).isInstanceOfSatisfying(Event.StepLine.class,
                line -> assertThat(line.line()).isEqualTo("hello"));
        assertThat(events.get(5)).isInstanceOfSatisfying(Event.StepFinished.class,
                over -> assertThat(over.failure().orElseThrow().id()).isEqualTo("no-luck"));
    }

    @Test
    void aListenerThatThrowsDoesNotHarmTheRunOrTheOtherListeners() {
        List<EventListener> bad = List.of(event -> {
            throw new IllegalStateException("listener");
        }, events::add);

        RunResult result = new Engine(folder, settings(), Clock.systemUTC(), bad)
                .run(new Plan(List.of(note("a"))), cancellation);

        assertThat(result.green()).isTrue();
        assertThat(events).hasSize(4);
    }

    @Test
    void linesLieInAFilePerStepThatOnlyItsOwnerReads() throws Exception {
        RunResult result = run(step("node-joined/node1", context -> context.line("kubeadm join")));

        Path log = dir.resolve("logs").resolve(result.runId()).resolve("node-joined_node1.log");
        assertThat(log).content().endsWith(" kubeadm join\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log))).isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log.getParent()))).isEqualTo("rwx------");
    }

    @Test
    void theLogsOfTheNewestTwentyRunsAreKeptAndNothingElseIsTouched() throws Exception {
        Files.createDirectories(dir.resolve("logs/mine"));
        Clock[] clock = {Clock.fixed(Instant.parse("2026-11-21T08:00:00Z"), ZoneOffset.UTC)};
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            clock[0] = Clock.offset(clock[0], Duration.ofSeconds(1));
            RunResult result = new Engine(folder, settings(), clock[0], List.of()).run(
                    new Plan(List.of(fingerprint(step("a", context -> context.line("hello")), "f" + i))), cancellation);
            runs.add(result.runId());
        }

        try (Stream<Path> logs = Files.list(dir.resolve("logs"))) {
            assertThat(logs.map(path -> path.getFileName().toString()).filter(name -> !name.equals("mine")))
                    .containsExactlyInAnyOrderElementsOf(runs.subList(3, 23));
        }
        assertThat(dir.resolve("logs/mine")).exists();
    }

    @Test
    void explainSaysWhatWouldRunAndWhyAndRunsNothing() {
        AtomicReference<Probe> gone = new AtomicReference<>(Probe.present("there"));
        run(note("same"), note("changed"), note("behind", "changed"), step("gone", action(gone::get, context -> { })),
                fail("failed", "no-luck"));
        gone.set(Probe.absent("the container is not there"));
        ran.clear();

        List<Explanation> all = engine(settings()).explain(new Plan(List.of(note("same"),
                fingerprint(note("changed"), "f2"), note("behind", "changed"),
                step("gone", action(gone::get, context -> { })), note("failed"), note("new"))), cancellation);

        assertThat(ran).isEmpty();
        assertThat(all).extracting(one -> one.step().id() + " " + one.decision().why()).containsExactly(
                "same UP_TO_DATE", "changed INPUTS_CHANGED", "behind UP_TO_DATE", "gone NOT_THERE",
                "failed FAILED_LAST", "new NEVER_DONE");
        assertThat(all).filteredOn(Explanation::looksAgain).extracting(one -> one.step().id())
                .containsExactly("behind");
        assertThat(all.get(3).decision().text()).isEqualTo("the container is not there");
    }

    private RunResult run(Step... steps) {
        return engine(settings()).run(new Plan(List.of(steps)), cancellation);
    }

    private Engine engine(Settings settings) {
        return new Engine(folder, settings, Clock.systemUTC(), List.of(events::add));
    }

    private static Settings settings() {
        return Settings.of(4, Map.of());
    }

    private Step note(String id, String... needs) {
        return step(id, context -> ran.add(id), needs);
    }

    private static Step fail(String id, String failure, String... needs) {
        return step(id, context -> {
            throw LabException.labFailed(failure, id + " failed", "Try again.");
        }, needs);
    }

    private static Map<String, Outcome> outcomes(RunResult result) {
        return result.steps().stream().collect(Collectors.toMap(StepResult::step, StepResult::outcome));
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(5, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the other did not come", e);
        }
    }

    private static void pause(StepContext context, long millis) {
        CountDownLatch asked = new CountDownLatch(1);
        context.cancellation().onRequest(asked::countDown);
        try {
            if (context.cancellation().isRequested() || asked.await(millis, TimeUnit.MILLISECONDS)) {
                throw LabException.interrupted("Interrupted.");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
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
