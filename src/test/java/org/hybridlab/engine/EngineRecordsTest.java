package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.engine.Steps.action;
import static org.hybridlab.engine.Steps.fingerprint;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the engine tells while it runs and keeps afterwards. */
@Timeout(20)
class EngineRecordsTest extends EngineRuns {
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
