package org.hybridlab.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.Event;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.report.Colors;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;
import tools.jackson.databind.JsonNode;

class ProgressTest {
    private static final Screen SCREEN = new Screen(60, 24, "|- ", "|     ", Colors.NONE);
    private static final Clock NOON = Clock.fixed(Story.NOON, ZoneOffset.UTC);
    private final Clock ticking = Clock.offset(Clock.systemUTC(),
            Duration.between(Clock.systemUTC().instant(), Story.NOON));
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    @Test
    void plainLines_sayStartAndEndOfSteps() {
        tell(Progress.plain(out, NOON, Colors.NONE), Story.planned("boot", "init", "old"), Story.started(0, "boot"),
                Story.finished(0, "old", Outcome.SKIPPED), Story.finished(8, "boot", Outcome.DONE),
                Story.started(8, "init"), Story.finished(9, "init", Outcome.FAILED), Story.over(9, false));

        assertThat(text.toString()).isEqualTo("""
                12:00:00 start    Do boot
                12:00:00 done     Do boot (8 s)
                12:00:00 start    Do init
                12:00:00 FAILED   Do init (9 s): It broke. [it-broke]
                12:00:00 Not all steps are done (9 s).
                """);
    }

    @Test
    void linesAreColouredWhereThatIsAskedFor() {
        tell(Progress.plain(out, NOON, new Colors(true)), Story.planned("boot", "init"), Story.started(0, "boot"),
                Story.finished(8, "boot", Outcome.DONE), Story.finished(9, "init", Outcome.FAILED));

        assertThat(text.toString()).contains("12:00:00 \u001b[32mdone\u001b[0m     Do boot (8 s)")
                .contains("12:00:00 \u001b[1;31mFAILED\u001b[0m   Do init (9 s)");
    }

    @Test
    void plainLines_duringLongSteps_areNotSilent() {
        try (Progress progress = new PlainProgress(out, Clock.systemUTC(), Colors.NONE, Duration.ofMillis(50))) {
            tellOpen(progress, Story.planned("boot"), Story.started(0, "boot"), Story.line(1, "boot", "unpacking"));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().lines()
                    .filter(line -> line.contains("running  Do boot") && line.endsWith(": unpacking")).count() >= 2);
        }
    }

    /** A reader would take it for what is waited for now. */
    @Test
    void oldLine_ofStep_isCalledOld() {
        try (Progress progress = new PlainProgress(out, Clock.systemUTC(), Colors.NONE, Duration.ofMillis(50))) {
            tellOpen(progress, Story.planned("join"), Story.started(0, "join"), Story.line(1, "join", "CGROUPS"));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().lines()
                    .anyMatch(line -> line.contains("running  Do join") && line.contains("no news for")));
        }
    }

    @Test
    void signOfLife_saysShareAndTimeLeft() {
        try (Progress progress = new PlainProgress(out, ticking, Colors.NONE, Duration.ofMillis(50))) {
            tellOpen(progress, Story.planned("box"), Story.started(0, "box"), Story.halfWay(0, "box"));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().lines().anyMatch(line ->
                    line.matches(".*running  Do box \\(\\d s, 5\\d %, about 3 min left\\)")));
        }
    }

    @Test
    void progress_inLog_isALinePerTenth() {
        Milestones milestones = new Milestones();
        List<Integer> said = IntStream.range(0, 200).filter(second -> milestones.isNews(
                new Estimate(second / 200.0, Duration.ZERO, false), Story.at(second))).boxed().toList();
        assertThat(said).containsExactly(20, 40, 60, 80, 100, 120, 140, 160, 180);

        Milestones quick = new Milestones();
        assertThat(IntStream.range(0, 20).filter(second -> quick.isNews(
                new Estimate(second / 20.0, Duration.ZERO, false), Story.at(second))).boxed().toList())
                .containsExactly(10);
    }

    @Test
    void longTask_outsideARun_showsABar() {
        try (Heartbeat task = Heartbeat.live(out, () -> SCREEN)) {
            task.accept("first");
            task.progress(new TaskProgress(Duration.ofMinutes(3), Duration.ofMinutes(3), Duration.ofMinutes(6)));
            task.accept("second");
        }
        assertThat(text.toString()).isEqualTo("first\n\r\u001b[K[#####-----] 50 %, about 3 min left, 0 s so far"
                + "\r\u001b[Ksecond\n[#####-----] 50 %, about 3 min left, 0 s so far\r\u001b[K");
    }

    @Test
    void plainLines_duringFirstLook_areNotSilent() {
        try (Progress progress = new PlainProgress(out, Clock.systemUTC(), Colors.NONE, Duration.ofMillis(20))) {
            tellOpen(progress, Story.planned("boot"));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().contains("looking  at what is there ("));
        }
    }

    @Test
    void progress_beforeAndAfterARun_isSilent() {
        try (Progress progress = new PlainProgress(out, Clock.systemUTC(), Colors.NONE, Duration.ofMillis(20))) {
            await().during(Duration.ofMillis(100)).until(() -> text.toString().isEmpty());
            tellOpen(progress, Story.planned("boot"), Story.started(0, "boot"),
                    Story.finished(8, "boot", Outcome.DONE), Story.over(9, true));
            await().until(() -> text.toString().contains("All steps are done"));
            await().during(Duration.ofMillis(100)).until(() -> text.toString().stripTrailing().endsWith("(9 s)."));
        }
    }

    @Test
    void theLivePictureLeavesOnlyWhatStays() {
        tell(Progress.live(out, () -> SCREEN, NOON), Story.planned("boot"),
                Story.started(0, "boot"), Story.finished(8, "boot", Outcome.DONE), Story.over(9, true));

        assertThat(text.toString()).endsWith("""
                done     Do boot (8 s)
                All steps are done (9 s).
                """);
    }

    @Test
    void livePicture_onNarrowerTerminal_fits() {
        AtomicReference<Screen> screen = new AtomicReference<>(SCREEN);
        try (Progress progress = Progress.live(out, screen::get, NOON)) {
            tellOpen(progress, Story.planned("a-step-with-a-long-name"), Story.started(0, "a-step-with-a-long-name"));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().contains("|- Do a-step-with-a-long"));
            screen.set(new Screen(16, 24, "|- ", "|     ", Colors.NONE));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().contains("\n|- Do a-step...\n"));
        }
    }

    @Test
    void bar_onNarrowTerminal_isCut() {
        AtomicReference<Screen> screen = new AtomicReference<>(SCREEN);
        try (Heartbeat task = Heartbeat.live(out, screen::get)) {
            task.progress(new TaskProgress(Duration.ofMinutes(3), Duration.ofMinutes(3), Duration.ofMinutes(6)));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().contains("so far"));
            screen.set(new Screen(20, 24, "", "", Colors.NONE));
            task.accept("second");
        }
        assertThat(text.toString()).endsWith("second\n[#####-----] 50 ...\r\u001b[K");
    }

    @Test
    void size_isAskedAgain_afterItsChange() {
        AtomicInteger asked = new AtomicInteger();
        CurrentScreen screen = new CurrentScreen(() -> new Screen(asked.incrementAndGet(), 24, "", "", Colors.NONE));

        assertThat(screen.get().columns()).isEqualTo(1);
        assertThat(screen.get().columns()).isEqualTo(1);
        Signal.raise(new Signal("WINCH"));
        await().atMost(Duration.ofSeconds(5)).until(() -> screen.get().columns() == 2);
    }

    @Test
    void aFrameRemovesTheOneBefore() {
        try (Progress progress = Progress.live(out, () -> SCREEN, NOON)) {
            tellOpen(progress, Story.planned("boot"), Story.started(0, "boot"));
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().contains("\u001b[2A\r\u001b[J0 of 1"));
        }
    }

    @Test
    void longTask_outsideARun_givesSigns() {
        try (Heartbeat task = new Heartbeat(out::println, Optional.empty(), Clock.systemUTC(),
                Duration.ofMillis(50))) {
            task.accept("Get:1 vagrant");
            await().atMost(Duration.ofSeconds(5)).until(() -> text.toString().lines()
                    .filter(line -> line.startsWith("... still going on") && line.endsWith("Get:1 vagrant"))
                    .count() >= 2);
        }
        assertThat(text.toString()).startsWith("Get:1 vagrant\n");
    }

    @Test
    void jsonLines_holdShareAndTimeLeft() {
        tell(Progress.jsonLines(out), Story.planned("box"), Story.started(0, "box"), Story.halfWay(180, "box"),
                Story.finished(400, "box", Outcome.DONE));

        List<JsonNode> lines = text.toString().lines().map(OutputSchemas::event).toList();
        assertThat(lines.get(2).get("event").asString()).isEqualTo("step-progress");
        assertThat(lines.get(2).get("percent").asInt()).isEqualTo(50);
        assertThat(lines.get(2).get("leftMs").asInt()).isEqualTo(180_000);
        assertThat(lines.get(2).get("run").get("percent").asInt()).isEqualTo(50);
        assertThat(lines.get(3).get("run").get("percent").asInt()).isEqualTo(99);
    }

    @Test
    void jsonLinesHoldEachEventAndNothingElse() {
        tell(Progress.jsonLines(out), Story.planned("boot"), Story.started(0, "boot"), Story.line(1, "boot", "a \"b\""),
                Story.finished(8, "boot", Outcome.FAILED), Story.over(9, false));

        List<JsonNode> lines = text.toString().lines().map(OutputSchemas::event).toList();
        assertThat(lines).extracting(line -> line.get("event").asString())
                .containsExactly("run-started", "step-started", "step-line", "step-finished", "run-finished");
        assertThat(lines.get(0).get("steps").get(0).get("title").asString()).isEqualTo("Do boot");
        assertThat(lines.get(2).get("line").asString()).isEqualTo("a \"b\"");
        assertThat(lines.get(3).get("failure").get("advice").asString()).isEqualTo("Fix it.");
        assertThat(lines.get(3).get("tookMs").asInt()).isEqualTo(8000);
        assertThat(lines.get(4).get("at").asString()).isEqualTo("2026-11-21T12:00:09Z");
    }

    private static void tell(Progress progress, Event... events) {
        tellOpen(progress, events);
        progress.close();
    }

    private static void tellOpen(Progress progress, Event... events) {
        List.of(events).forEach(progress::on);
    }
}
