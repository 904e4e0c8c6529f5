package org.hybridlab.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Steps;
import org.hybridlab.engine.journal.History.PastRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileJournalTest {
    private static final Instant AT = Instant.parse("2026-11-21T08:00:00Z");

    @TempDir
    Path dir;
    private RunFolder folder;

    @BeforeEach
    void folder() {
        folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
    }

    @Test
    void anEntryIsOnePlainLineOfJson() throws Exception {
        append(entry("node-joined/node1", Entry.Kind.DONE).took(Duration.ofMillis(1234)));

        assertThat(folder.journal()).content().isEqualTo("{\"at\":\"2026-11-21T08:00:00Z\",\"run\":\"r1\","
                + "\"kind\":\"DONE\",\"step\":\"node-joined/node1\",\"attempt\":1,\"fingerprint\":\"f1\","
                + "\"millis\":1234}\n");
    }

    @Test
    void onlyItsOwnerMayReadIt() throws Exception {
        append(entry("a", Entry.Kind.DONE));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.journal())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.state())))
                .isEqualTo("rwx------");
    }

    @Test
    void aLinkThatSomebodyMadeIsNotFollowed() throws Exception {
        Path mine = Files.writeString(dir.resolve("mine"), "mine");
        Files.createDirectories(folder.state());
        Files.createSymbolicLink(folder.journal(), mine);
        assertThatThrownBy(() -> FileJournal.open(folder.journal())).isInstanceOf(LabException.class);

        Path elsewhere = Files.createDirectory(dir.resolve("elsewhere"));
        RunFolder inside = new RunFolder(dir.resolve("other"), dir.resolve("other/logs"));
        Files.createDirectories(inside.state());
        Files.createSymbolicLink(inside.logs(), elsewhere);
        assertThatThrownBy(() -> StepLogs.of(inside, "r1", Clock.systemUTC())).isInstanceOf(LabException.class);

        assertThat(mine).hasContent("mine");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void lastEntry_decides_andSkippedIsNone() {
        append(entry("a", Entry.Kind.DONE), entry("a", Entry.Kind.SKIPPED), entry("b", Entry.Kind.DONE),
                entry("b", Entry.Kind.STARTED));

        Records records = FileJournal.read(folder.journal()).records();

        assertThat(records.last("a").map(Entry::kind)).contains(Entry.Kind.DONE);
        assertThat(records.last("b").map(Entry::kind)).contains(Entry.Kind.STARTED);
        assertThat(records.last("c")).isEmpty();
    }

    @Test
    void step_expectedTime_isThatOfLastRun() {
        append(entry("a", Entry.Kind.DONE).took(Duration.ofSeconds(9)),
                entry("a", Entry.Kind.DONE).took(Duration.ofSeconds(7)),
                entry("a", Entry.Kind.FAILED).took(Duration.ofSeconds(1)));
        Records records = FileJournal.read(folder.journal()).records();

        assertThat(records.expected(Steps.step("a", context -> { }))).isEqualTo(Duration.ofSeconds(7));
        assertThat(records.expected(Steps.step("b", context -> { }))).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void journal_withTornLastLine_keepsAllBefore() throws Exception {
        append(entry("a", Entry.Kind.DONE));
        byte[] whole = Files.readAllBytes(folder.journal());
        append(entry("b", Entry.Kind.DONE));
        byte[] both = Files.readAllBytes(folder.journal());
        for (int length = whole.length; length < both.length; length++) {
            Files.write(folder.journal(), Arrays.copyOf(both, length));

            append(entry("c", Entry.Kind.DONE));

            Records records = FileJournal.read(folder.journal()).records();
            assertThat(records.last("a")).as("torn after " + length).isPresent();
            assertThat(records.last("b")).isEmpty();
            assertThat(records.last("c")).isPresent();
        }
    }

    @Test
    void tornLine_ofAnyLength_leavesNothing() throws Exception {
        append(entry("a", Entry.Kind.DONE));
        Files.writeString(folder.journal(), "x".repeat(5000), UTF_8, StandardOpenOption.APPEND);

        append(entry("b", Entry.Kind.DONE));

        assertThat(folder.journal()).content().doesNotContain("x").hasLineCount(2);
    }

    @Test
    void reading_duringAWrite_leavesTheFile() throws Exception {
        append(entry("a", Entry.Kind.DONE));
        Files.writeString(folder.journal(), "{\"at\":", UTF_8, StandardOpenOption.APPEND);

        assertThat(FileJournal.read(folder.journal()).records().last("a")).isPresent();
        assertThat(folder.journal()).content().endsWith("{\"at\":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0\0\0\0", "null", "{}", "[]", "7", "{\"at\":\"2026-11-21T08:00:00Z\",\"kind\":\"DO",
            "{\"at\":\"2026-11-21T08:00:00Z\",\"run\":\"r1\",\"kind\":null,\"step\":\"a\"}",
            "{\"at\":\"2026-11-21T08:00:00Z\",\"run\":\"r1\",\"kind\":\"UNHEARD_OF\",\"step\":\"a\"}"})
    void damagedLine_allOthers_count(String line) throws Exception {
        append(entry("a", Entry.Kind.DONE));
        Files.writeString(folder.journal(), line + "\n", UTF_8, StandardOpenOption.APPEND);
        append(entry("b", Entry.Kind.DONE));

        Records records = FileJournal.read(folder.journal()).records();

        assertThat(records.last("a").map(Entry::kind)).contains(Entry.Kind.DONE);
        assertThat(records.last("b").map(Entry::kind)).contains(Entry.Kind.DONE);
        assertThat(History.read(folder).runs()).hasSize(1);
    }

    @Test
    void longJournal_keepsNewestAndRecordedRuns() throws Exception {
        append(in("made", "a", Entry.Kind.DONE).took(Duration.ofSeconds(7)), in("made", "b", Entry.Kind.DONE));
        append(in("useless", "b", Entry.Kind.FAILED), in("fixed", "b", Entry.Kind.DONE));
        for (int i = 0; i < 1000; i++) {
            append(in("again" + i, "a", Entry.Kind.SKIPPED), in("again" + i, "b", Entry.Kind.SKIPPED));
        }
        append(in("last", "a", Entry.Kind.SKIPPED));

        JournalFile kept = FileJournal.read(folder.journal());
        assertThat(kept.entries()).hasSizeLessThan(250).extracting(Entry::run).startsWith("made", "made", "fixed")
                .contains("again999").endsWith("last").doesNotContain("useless", "again0");
        assertThat(kept.records().last("b").map(Entry::run)).contains("fixed");
        assertThat(kept.records().expected(Steps.step("a", context -> { }))).isEqualTo(Duration.ofSeconds(7));
        onlyItsOwnerMayReadIt();
    }

    @Test
    void damagedLine_inLongJournal_isDroppedAlone() throws Exception {
        append(Stream.concat(IntStream.range(0, 200).mapToObj(i -> in("again" + i, "b", Entry.Kind.SKIPPED)),
                Stream.of(entry("a", Entry.Kind.DONE))).toArray(Entry[]::new));
        Files.writeString(folder.journal(), "\0\0\0\0\n", UTF_8, StandardOpenOption.APPEND);
        append(entry("b", Entry.Kind.DONE));

        append(entry("c", Entry.Kind.DONE));

        assertThat(folder.journal()).content().doesNotContain("\0");
        Records records = FileJournal.read(folder.journal()).records();
        assertThat(records.last("a")).isPresent();
        assertThat(records.last("c")).isPresent();
    }

    private static Entry in(String run, String step, Entry.Kind kind) {
        return new Entry(AT, run, kind, step, 1, "f1", null, null);
    }

    @Test
    void unwritableJournal_isAFailure_namingIt() throws Exception {
        Files.createDirectories(folder.journal());

        LabException e = failure(() -> FileJournal.open(folder.journal()));
        assertThat(e.id()).isEqualTo("journal-not-written");
        assertThat(e.what()).contains(folder.journal().toString());
    }

    @Test
    void historyTellsRunsWithOutcomesAttemptsAndDurations() {
        append(Entry.ofRun(AT, "r1", Entry.Kind.RUN_STARTED), entry("a", Entry.Kind.STARTED),
                entry("a", Entry.Kind.RETRYING).failedWith("ssh-lost"),
                new Entry(AT, "r1", Entry.Kind.DONE, "a", 2, "f1", 900L, null), entry("b", Entry.Kind.STARTED),
                entry("b", Entry.Kind.FAILED).took(Duration.ofSeconds(2)).failedWith("disk-full"),
                Entry.ofRunFinished(AT.plusSeconds(3), "r1", Duration.ofSeconds(3), "failed"),
                Entry.ofRun(AT.plusSeconds(9), "r2", Entry.Kind.RUN_STARTED),
                new Entry(AT, "r2", Entry.Kind.STARTED, "b", 1, "f1", null, null));

        History history = History.read(folder);

        assertThat(history.runs()).extracting(PastRun::ending)
                .containsExactly(Optional.of("failed"), Optional.empty());
        assertThat(history.runs().get(0).ended()).contains(AT.plusSeconds(3));
        assertThat(history.runs().get(0).steps()).containsExactly(
                new History.PastStep("a", AT.minusMillis(900), Optional.of(Outcome.DONE), 2, Duration.ofMillis(900),
                        Optional.empty()),
                new History.PastStep("b", AT.minusSeconds(2), Optional.of(Outcome.FAILED), 1, Duration.ofSeconds(2),
                        Optional.of("disk-full")));
        assertThat(history.runs().get(1).steps()).containsExactly(
                new History.PastStep("b", AT, Optional.empty(), 1, Duration.ZERO, Optional.empty()));
    }

    /** Nothing was started then. */
    @Test
    void history_ofRunWhoseLookFailed_tellsIt() {
        append(Entry.ofRun(AT, "r1", Entry.Kind.RUN_STARTED), entry("a", Entry.Kind.FAILED).failedWith("ssh-lost"),
                Entry.ofRunFinished(AT, "r1", Duration.ZERO, "failed"));

        assertThat(History.read(folder).runs()).singleElement().satisfies(run ->
                assertThat(run.steps()).extracting(History.PastStep::failure).containsExactly(Optional.of("ssh-lost")));
    }

    private void append(Entry... entries) {
        try (FileJournal journal = FileJournal.open(folder.journal())) {
            for (Entry entry : entries) {
                journal.append(entry);
            }
        }
    }

    private static Entry entry(String step, Entry.Kind kind) {
        return new Entry(AT, "r1", kind, step, 1, "f1", null, null);
    }
}
