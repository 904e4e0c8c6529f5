package org.hybridlab.engine;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.Journal;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.journal.StepLogs;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;

/** Reports a run: to the journal first, then to the listeners. Lines go to the step's log. */
final class Transcript {
    private final String runId;
    private final Clock clock;
    private final Journal journal;
    private final Events events;
    private final StepLogs logs;

    Transcript(String runId, Clock clock, Journal journal, Events events, StepLogs logs) {
        this.runId = runId;
        this.clock = clock;
        this.journal = journal;
        this.events = events;
        this.logs = logs;
    }

    /** @param expected duration of each step */
    void runStarted(Plan plan, Function<Step, Duration> expected) {
        journal.append(Entry.ofRun(clock.instant(), runId, Entry.Kind.RUN_STARTED));
        events.publish(new Event.RunStarted(clock.instant(), runId, plan.steps().stream().map(step ->
                new Event.PlannedStep(step.id(), step.title(), step.machine(), step.needs(),
                        expected.apply(step))).toList()));
    }

    void started(Step step, int attempt, String reason) {
        journal.append(entry(step, Entry.Kind.STARTED, attempt));
        events.publish(new Event.StepStarted(clock.instant(), step.id(), attempt, reason));
    }

    void line(Step step, String line) {
        logs.line(step.id(), line);
        events.publish(new Event.StepLine(clock.instant(), step.id(), line));
    }

    void progress(Step step, TaskProgress progress) {
        events.publish(new Event.StepProgress(clock.instant(), step.id(), progress));
    }

    /** Lines of probes are logged, but are no events. */
    void lookLine(Step step, String line) {
        logs.line(step.id(), line);
    }

    void retrying(Step step, int attempt, LabException failure) {
        journal.append(entry(step, Entry.Kind.RETRYING, attempt).failedWith(failure.id()));
        logFailure(step, failure);
        events.publish(new Event.StepRetrying(clock.instant(), step.id(), attempt, Event.Failure.of(failure),
                step.retry().pause(failure.id())));
    }

    void finished(Step step, StepResult result) {
        kind(result.outcome()).ifPresent(kind -> {
            Entry entry = entry(step, kind, result.attempts()).took(result.took());
            journal.append(result.failure().map(failure -> entry.failedWith(failure.id())).orElse(entry));
        });
        result.failure().ifPresent(failure -> logFailure(step, failure));
        events.publish(new Event.StepFinished(clock.instant(), step.id(), result.outcome(), result.attempts(),
                result.took(), result.reason(), result.failure().map(Event.Failure::of)));
    }

    void runFinished(RunResult result) {
        Duration took = result.took();
        String ending = result.interrupted() ? "interrupted" : result.green() ? null : "failed";
        journal.append(Entry.ofRunFinished(clock.instant(), runId, took, ending));
        events.publish(new Event.RunFinished(clock.instant(), result.green(), result.interrupted(),
                result.exitCode().number(), took));
    }

    private void logFailure(Step step, LabException failure) {
        logs.line(step.id(), "FAILED " + failure.id() + ": " + failure.what());
        failure.why().ifPresent(why -> logs.line(step.id(), why));
    }

    /** Empty for steps that never ran, whose records stay. */
    private static Optional<Entry.Kind> kind(Outcome outcome) {
        return switch (outcome) {
            case DONE -> Optional.of(Entry.Kind.DONE);
            case SKIPPED -> Optional.of(Entry.Kind.SKIPPED);
            case FAILED -> Optional.of(Entry.Kind.FAILED);
            case INTERRUPTED -> Optional.of(Entry.Kind.INTERRUPTED);
            case NOT_RUN -> Optional.empty();
        };
    }

    private Entry entry(Step step, Entry.Kind kind, int attempt) {
        return new Entry(clock.instant(), runId, kind, step.id(), attempt, step.fingerprint(), null, null);
    }
}
