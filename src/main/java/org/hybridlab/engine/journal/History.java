package org.hybridlab.engine.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A lab's runs, oldest first. Needs no lock, and may be read during a run. */
public record History(List<PastRun> runs) {
    private static final Set<Entry.Kind> RAN = EnumSet.of(Entry.Kind.STARTED, Entry.Kind.SKIPPED);

    public History {
        runs = List.copyOf(runs);
    }

    /**
     * @param ended empty if the run still goes on, or its process died
     * @param ending {@code green}, {@code failed} or {@code interrupted}; empty like {@code ended}
     * @param steps that were started or skipped, by first entry
     */
    public record PastRun(String runId, Instant started, Optional<Instant> ended, Optional<String> ending,
                          List<PastStep> steps) {
    }

    /**
     * @param started first attempt, or when it was skipped
     * @param outcome empty if unknown
     * @param took from the first start to the end; zero if unknown
     * @param failure id of the last failure
     */
    public record PastStep(String step, Instant started, Optional<Outcome> outcome, int attempts, Duration took,
                           Optional<String> failure) {
    }

    /** @throws org.hybridlab.common.error.LabException {@code journal-not-written} if the journal cannot be read */
    public static History read(RunFolder folder) {
        return of(FileJournal.read(folder.journal()).entries());
    }

    static History of(List<Entry> entries) {
        Map<String, List<Entry>> byRun = new LinkedHashMap<>();
        entries.forEach(entry -> byRun.computeIfAbsent(entry.run(), id -> new ArrayList<>()).add(entry));
        return new History(byRun.values().stream().filter(run -> !isReturn(run)).map(History::run).toList());
    }

    /** Whether {@link JournalReturn} wrote it: a success in which no step started or was skipped. */
    private static boolean isReturn(List<Entry> entries) {
        return entries.stream().anyMatch(entry -> entry.step() != null)
                && entries.stream().map(Entry::kind).noneMatch(RAN::contains)
                && entries.stream().anyMatch(entry -> entry.kind() == Entry.Kind.RUN_FINISHED
                        && entry.failure() == null);
    }

    private static PastRun run(List<Entry> entries) {
        Map<String, PastStep> steps = new LinkedHashMap<>();
        entries.stream().filter(entry -> entry.step() != null).forEach(entry -> steps.put(entry.step(), step(entry)));
        Optional<Entry> end = entries.stream().filter(entry -> entry.kind() == Entry.Kind.RUN_FINISHED).findFirst();
        return new PastRun(entries.get(0).run(), entries.get(0).at(), end.map(Entry::at),
                end.map(entry -> entry.failure() == null ? "green" : entry.failure()), List.copyOf(steps.values()));
    }

    /** A later entry replaces an earlier one of the same step. */
    private static PastStep step(Entry entry) {
        Optional<Outcome> outcome = switch (entry.kind()) {
            case DONE -> Optional.of(Outcome.DONE);
            case SKIPPED -> Optional.of(Outcome.SKIPPED);
            case FAILED -> Optional.of(Outcome.FAILED);
            case INTERRUPTED -> Optional.of(Outcome.INTERRUPTED);
            default -> Optional.empty();
        };
        Duration took = entry.millis() == null ? Duration.ZERO : Duration.ofMillis(entry.millis());
        return new PastStep(entry.step(), entry.at().minus(took), outcome, entry.attempt(), took,
                Optional.ofNullable(entry.failure()));
    }
}
