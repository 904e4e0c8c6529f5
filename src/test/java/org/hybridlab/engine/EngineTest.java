package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.engine.Steps.action;
import static org.hybridlab.engine.Steps.fingerprint;
import static org.hybridlab.engine.Steps.permits;
import static org.hybridlab.engine.Steps.retry;
import static org.hybridlab.engine.Steps.step;

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
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In which order the engine runs steps, which it runs again, and which it skips. */
@Timeout(20)
class EngineTest extends EngineRuns {
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
    void steps_sharingAPermit_runOneByOne() {
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
    void step_isTriedAgain_forNamedFailures() {
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
    void otherFailures_areNotTriedAgain_attemptsEnd() {
        RunResult result = run(retry(fail("a", "disk-full"), Retry.times(3, Duration.ZERO, "ssh-lost")),
                retry(fail("b", "ssh-lost"), Retry.times(3, Duration.ZERO, "ssh-lost")));

        assertThat(result.step("a").attempts()).isEqualTo(1);
        assertThat(result.step("b").attempts()).isEqualTo(3);
    }

    @Test
    void secondRun_skipsWhatIsDoneAndUnchanged() {
        run(note("control"), note("node", "control"));
        ran.clear();

        RunResult again = run(note("control"), note("node", "control"));

        assertThat(ran).isEmpty();
        assertThat(again.green()).isTrue();
        assertThat(outcomes(again)).containsEntry("control", Outcome.SKIPPED).containsEntry("node", Outcome.SKIPPED);
    }

    @Test
    void step_withOtherInputs_runsAgain() {
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
    void earlierLook_afterARun_isNotBelieved() {
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

    /** One step stands between the two. */
    @Test
    void distantDependent_afterARun_isProbedAgain() {
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
    void probe_thatThrowsOrCannotTell_runsStep() {
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
    void step_failedAfterSuccess_runsAgain() {
        run(note("a"));
        run(fingerprint(fail("a", "no-luck"), "f2"));
        ran.clear();

        run(note("a"));

        assertThat(ran).containsExactly("a");
    }

    @Test
    void look_waitingForThread_isTimedFromStart() {
        Settings settings = new Settings(1, Map.of(), Duration.ofMillis(1500), Duration.ofSeconds(5));
        Step[] slow = IntStream.range(0, 8).mapToObj(i -> step("slow" + i, new SlowLook(Duration.ofMillis(300))))
                .toArray(Step[]::new);

        List<Explanation> all = engine(settings).explain(new Plan(List.of(slow)), cancellation);

        assertThat(all).extracting(one -> one.seen().answer()).containsOnly(Probe.Answer.PRESENT);
    }

    /** A look that takes its time, and ends as unknown when it is asked to. */
    private record SlowLook(Duration takes) implements Action {
        @Override
        public Probe probe(StepContext context) {
            pause(context, takes.toMillis());
            return Probe.present("it is there");
        }

        @Override
        public void run(StepContext context) {
            throw new AssertionError("looked at only");
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(5, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the other did not come", e);
        }
    }

    @Test
    void eventsTellTheWholeRunInOrder() {
        run(step("a", context -> context.line("hello")), fail("b", "no-luck", "a"), note("c", "b"));

        assertThat(events).extracting(event -> event.getClass().getSimpleName()).containsExactly("RunStarted",
                "StepStarted", "StepLine", "StepFinished", "StepStarted", "StepFinished", "StepFinished",
                "RunFinished");
        assertThat(events.get(2)).isInstanceOfSatisfying(Event.StepLine.class,
                line -> assertThat(line.line()).isEqualTo("hello"));
        assertThat(events.get(5)).isInstanceOfSatisfying(Event.StepFinished.class,
                over -> assertThat(over.failure().orElseThrow().id()).isEqualTo("no-luck"));
    }

    @Test
    void listener_thatThrows_harmsNothing() {
        List<EventListener> bad = List.of(event -> {
            throw new IllegalStateException("listener");
        }, events::add);

        RunResult result = new Engine(folder, settings(), Clock.systemUTC(), bad)
                .run(new Plan(List.of(note("a"))), cancellation);

        assertThat(result.green()).isTrue();
        assertThat(events).hasSize(4);
    }

    @Test
    void stepLines_lieInOwnersFiles() throws Exception {
        RunResult result = run(step("node-joined/node1", context -> context.line("kubeadm join")));

        Path log = dir.resolve("logs").resolve(result.runId()).resolve("node-joined_node1.log");
        assertThat(log).content().endsWith(" kubeadm join\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log))).isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void logs_ofNewestTwentyRuns_areKept() throws Exception {
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
    void explain_saysWhatWouldRun_andRunsNothing() {
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
        assertThat(all.get(1).decision().text()).matches("what it is made from has changed since [-\\dT:]{19}Z");
    }
}
