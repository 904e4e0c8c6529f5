package org.hybridlab.engine;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.FileJournal;
import org.hybridlab.engine.journal.Journal;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.Records;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.journal.RunId;
import org.hybridlab.engine.journal.StepLogs;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/**
 * Brings a lab to where a plan wants it, doing what is missing and nothing else. A step is skipped only if it is
 * recorded as done, its inputs are unchanged, and its probe sees the effect now (see {@link Decision}). A step that ran
 * does not force what needs it to run too: whatever has been seen of those is looked at again, and their own probes
 * decide (a machine that was made again is not a node yet, and the probe of {@code node-joined} says so).
 */
public final class Engine {
    private static final Duration FLUSH = Duration.ofSeconds(5);

    private final RunFolder folder;
    private final Settings settings;
    private final Clock clock;
    private final List<EventListener> listeners;
    private final Function<RunFolder, Journal> journals;
    private final Function<Settings, Workers> threads;

    public Engine(RunFolder folder, Settings settings, Clock clock, List<EventListener> listeners) {
        this(folder, settings, clock, listeners, where -> FileJournal.open(where.journal()),
                with -> new ThreadWorkers(with.threads()));
    }

    Engine(RunFolder folder, Settings settings, Clock clock, List<EventListener> listeners,
           Function<RunFolder, Journal> journals, Function<Settings, Workers> threads) {
        this.folder = folder;
        this.settings = settings;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
        this.journals = journals;
        this.threads = threads;
    }

    /**
     * Runs the plan while it holds the lab's lock. Returns when no step is under way any more: all is done, or nothing
     * more can be, or the user interrupted.
     *
     * @throws org.hybridlab.common.error.LabException {@code lab-locked}, or {@code journal-not-written}
     */
    public RunResult run(Plan plan, Cancellation cancellation) {
        try (LabLock lock = LabLock.acquire(folder, clock)) {
            return run(plan, lock, cancellation);
        }
    }

    /**
     * The same for a caller that holds the lock already, as it also wrote the workspace, and has asked for all that the
     * plan destroys.
     */
    public RunResult run(Plan plan, LabLock lock, Cancellation cancellation) {
        return run(plan, lock, Optional.empty(), Agreement.ALL, cancellation);
    }

    /**
     * The same where what may be destroyed was asked before.
     *
     * @param look what {@link #look} has just seen; without it, the run looks by itself
     */
    public RunResult run(Plan plan, LabLock lock, Optional<FirstLook> look, Agreement agreement,
                         Cancellation cancellation) {
        lock.mustHold(folder);
        String runId = RunId.of(clock.instant(), ProcessHandle.current().pid());
        try (Journal journal = journals.apply(folder);
             StepLogs logs = StepLogs.of(folder, runId, clock);
             Events events = new Events(listeners, FLUSH);
             Workers workers = threads.apply(settings)) {
            Transcript transcript = new Transcript(runId, clock, journal, events, logs);
            return new Run(plan, journal.records(), settings, workers, transcript, agreement, cancellation)
                    .go(runId, look);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** What {@link #run} would do and why; looks at every step and changes nothing. Needs no lock. */
    public List<Explanation> explain(Plan plan, Cancellation cancellation) {
        Records records = FileJournal.read(folder.journal()).records();
        try (Workers workers = threads.apply(settings)) {
            Map<String, Probe> seen = new ProbeRunner(workers, settings, cancellation, (step, line) -> { })
                    .at(plan.steps());
            cancellation.throwIfRequested();
            return explain(plan, records, seen);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** The look that {@link #run} begins with, and what it would destroy. Changes nothing, and needs no lock. */
    public FirstLook look(Plan plan, Cancellation cancellation) {
        Records records = FileJournal.read(folder.journal()).records();
        try (Workers workers = threads.apply(settings)) {
            Map<String, Probe> seen = new ProbeRunner(workers, settings, cancellation, (step, line) -> { })
                    .at(ProbeCache.worthALook(plan, records));
            cancellation.throwIfRequested();
            return FirstLook.of(plan, records, seen);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static List<Explanation> explain(Plan plan, Records records, Map<String, Probe> seen) {
        ProbeCache looks = new ProbeCache(plan);
        List<Explanation> all = new ArrayList<>();
        for (Step step : plan.steps()) {
            Decision decision = Decision.byRecord(step, records)
                    .orElseGet(() -> Decision.byLook(seen.get(step.id())));
            all.add(new Explanation(step, decision, seen.get(step.id()), !decision.runs() && !looks.holds(step)));
            if (decision.runs()) {
                looks.willRun(step);
            }
        }
        return all;
    }

    private static LabException interrupted() {
        Thread.currentThread().interrupt();
        return LabException.interrupted("Interrupted.");
    }
}
