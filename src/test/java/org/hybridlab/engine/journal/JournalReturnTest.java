package org.hybridlab.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalReturnTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

    @TempDir
    private Path folder;

    /** What was applied since with other inputs is not there any more, although it is recorded and a look may pass. */
    @Test
    void steps_afterReset_standAsThen() throws IOException {
        RunFolder runs = new RunFolder(folder, folder.resolve("logs"));
        done(runs, "app-applied", "old");
        done(runs, "node-ready", "same");
        Path earlier = Files.copy(runs.journal(), folder.resolve("earlier.jsonl"));
        done(runs, "app-applied", "new");
        done(runs, "worker-joined", "any");
        long before = Files.size(runs.journal());

        JournalReturn.to(earlier, runs, CLOCK);

        Records records = FileJournal.read(runs.journal()).records();
        assertThat(records.last("app-applied").map(Entry::fingerprint)).contains("old");
        assertThat(records.last("app-applied").map(Entry::kind)).contains(Entry.Kind.DONE);
        assertThat(records.last("node-ready").map(Entry::run)).contains("run-node-ready");
        assertThat(records.last("worker-joined").map(Entry::kind)).contains(Entry.Kind.INTERRUPTED);
        assertThat(Files.size(runs.journal())).as("nothing of the past is taken back").isGreaterThan(before);
    }

    /** It says how steps stand again. None of them ran then, so there is nothing to tell of them. */
    @Test
    void historyAfterReset_hasOnlyWhatRan() throws IOException {
        RunFolder runs = new RunFolder(folder, folder.resolve("logs"));
        done(runs, "app-applied", "old");
        Path earlier = Files.copy(runs.journal(), folder.resolve("earlier.jsonl"));
        done(runs, "worker-joined", "any");

        JournalReturn.to(earlier, runs, CLOCK);

        assertThat(History.read(runs).runs()).extracting(History.PastRun::runId)
                .containsExactly("run-app-applied", "run-worker-joined");
    }

    /** `snapshot save` copies the journal within its own step, which has not ended there. */
    @Test
    void stepUnderWayThen_startsNoRun() throws IOException {
        RunFolder runs = new RunFolder(folder, folder.resolve("logs"));
        done(runs, "node-ready", "same");
        started(runs, "snapshot-saved", Entry.Kind.STARTED);
        started(runs, "app-applied", Entry.Kind.RETRYING);
        Path earlier = Files.copy(runs.journal(), folder.resolve("earlier.jsonl"));
        done(runs, "snapshot-saved", "any");
        done(runs, "app-applied", "any");

        JournalReturn.to(earlier, runs, CLOCK);

        Records records = FileJournal.read(runs.journal()).records();
        assertThat(records.last("snapshot-saved").map(Entry::kind)).contains(Entry.Kind.INTERRUPTED);
        assertThat(records.last("app-applied").map(Entry::kind)).contains(Entry.Kind.INTERRUPTED);
        assertThat(History.read(runs).runs()).extracting(History.PastRun::runId)
                .containsExactly("run-node-ready", "run-snapshot-saved", "run-app-applied");
    }

    @Test
    void journalLost_everyStep_isLookedAtAgain() {
        RunFolder runs = new RunFolder(folder, folder.resolve("logs"));
        done(runs, "node-ready", "same");

        JournalReturn.to(folder.resolve("none.jsonl"), runs, CLOCK);

        assertThat(FileJournal.read(runs.journal()).records().last("node-ready").map(Entry::kind))
                .contains(Entry.Kind.INTERRUPTED);
    }

    private static void started(RunFolder runs, String step, Entry.Kind kind) {
        try (Journal journal = FileJournal.open(runs.journal())) {
            journal.append(new Entry(CLOCK.instant(), "run-" + step, kind, step, 1, "any", null, null));
        }
    }

    private static void done(RunFolder runs, String step, String fingerprint) {
        try (Journal journal = FileJournal.open(runs.journal())) {
            Entry started = new Entry(CLOCK.instant(), "run-" + step, Entry.Kind.STARTED, step, 1, fingerprint, null,
                    null);
            journal.append(started);
            journal.append(new Entry(started.at(), started.run(), Entry.Kind.DONE, step, 1, fingerprint, 5L, null));
            journal.append(Entry.ofRunFinished(started.at(), started.run(), Duration.ofMillis(5), null));
        }
    }
}
