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
 * Runs the steps of a plan that are needed (see {@link Decision}). A step that ran invalidates earlier probes of steps
 * that need it. They are probed again, not forced: the probe of {@code node-joined} finds that a recreated machine is
 * no node yet.
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
     * Runs the plan with the lab's lock. Returns when no step runs any more, on success, failure or interruption.
     *
     * @throws org.hybridlab.common.error.LabException {@code lab-locked}, or {@code journal-not-written}
     */
    public RunResult run(Plan plan, Cancellation cancellation) {
        try (LabLock lock = LabLock.acquire(folder, clock)) {
            return run(plan, lock, cancellation);
        }
    }

    /** The same for a caller with the lock, after all destructions were agreed to. */
    public RunResult run(Plan plan, LabLock lock, Cancellation cancellation) {
        return run(plan, lock, Optional.empty(), Agreement.ALL, cancellation);
    }

    /**
     * The same with an agreement.
     *
     * @param look result of {@link #look}; without it, the run looks itself
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

    /** What {@link #run} would do and why. Probes every step, changes nothing, and needs no lock. */
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

    /** The first look of {@link #run}, and what it would destroy. Changes nothing, and needs no lock. */
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
