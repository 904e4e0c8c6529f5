package org.hybridlab.engine.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.common.error.LabException;

/**
 * Restores the state of steps from an earlier copy of the journal, when machines are restored. A journal only grows, so
 * this adds a run: steps with other inputs since get their earlier ones, and newer steps count as interrupted. It
 * starts no step, so {@link History} skips it.
 */
public final class JournalReturn {
    private JournalReturn() {
    }

    /** Needs the lab's lock, and no run. */
    public static void to(Path earlierFile, RunFolder folder, Clock clock) {
        Records earlier = records(earlierFile);
        try (Journal journal = FileJournal.open(folder.journal())) {
            Records now = journal.records();
            Instant at = clock.instant();
            String run = RunId.of(at, ProcessHandle.current().pid());
            Set<String> steps = new TreeSet<>(earlier.steps());
            steps.addAll(now.steps());
            journal.append(Entry.ofRun(at, run, Entry.Kind.RUN_STARTED));
            for (String step : steps) {
                Optional<Entry> was = earlier.last(step).map(JournalReturn::ended);
                Optional<Entry> is = now.last(step);
                if (was.isPresent() && !was.map(JournalReturn::standing).equals(is.map(JournalReturn::standing))) {
                    journal.append(again(was.get(), was.get().kind(), at, run));
                } else if (was.isEmpty()) {
                    journal.append(again(is.orElseThrow(), Entry.Kind.INTERRUPTED, at, run));
                }
            }
            journal.append(Entry.ofRunFinished(at, run, Duration.ZERO, null));
        }
    }

    private static Records records(Path file) {
        try {
            return Files.isRegularFile(file) ? Records.of(JournalFile.read(file, FileJournal.mapper()).entries())
                    : Records.of(List.of());
        } catch (IOException e) {
            throw LabException.hostNotReady("journal-not-written", "The journal %s could not be read: %s"
                    .formatted(file, e.getMessage()), "Look at the disk, then run the same command again.").causedBy(e);
        }
    }

    /** A step that ran in the copy counts as interrupted. {@code snapshot save} copies the journal within a step. */
    private static Entry ended(Entry entry) {
        return entry.kind() == Entry.Kind.STARTED || entry.kind() == Entry.Kind.RETRYING
                ? again(entry, Entry.Kind.INTERRUPTED, entry.at(), entry.run()) : entry;
    }

    /** The fields that decide whether a step runs. */
    private static List<Object> standing(Entry entry) {
        return List.of(entry.kind(), Objects.requireNonNullElse(entry.fingerprint(), ""));
    }

    private static Entry again(Entry entry, Entry.Kind kind, Instant at, String run) {
        return new Entry(at, run, kind, entry.step(), entry.attempt(), entry.fingerprint(), entry.millis(),
                kind == Entry.Kind.FAILED ? entry.failure() : null);
    }
}
