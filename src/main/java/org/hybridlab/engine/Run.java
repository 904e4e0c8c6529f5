package org.hybridlab.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.Records;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/** One run of a plan, on the caller's thread except for the actions. */
final class Run {
    private final Plan plan;
    private final Records records;
    private final Settings settings;
    private final Workers workers;
    private final Transcript transcript;
    private final Agreement agreement;
    private final Cancellation cancellation;
    private final Schedule schedule;
    private final ProbeCache looks;
    private final Results results;
    private final Map<Task, Running> running = new LinkedHashMap<>();
    private final Map<Step, Duration> pausedUntil = new HashMap<>();
    private Optional<Step> ending = Optional.empty();

    Run(Plan plan, Records records, Settings settings, Workers workers, Transcript transcript,
        Agreement agreement, Cancellation cancellation) {
        this.plan = plan;
        this.records = records;
        this.settings = settings;
        this.workers = workers;
        this.transcript = transcript;
        this.agreement = agreement;
        this.cancellation = cancellation;
        schedule = new Schedule(plan, settings.threads(), settings.permits(), records::expected);
        looks = new ProbeCache(plan);
        results = new Results(workers, transcript);
    }

    /** @param before the first look, if there was one */
    RunResult go(String runId, Optional<FirstLook> before) throws InterruptedException {
        try (Cancellation.Registration ignored = cancellation.onRequest(workers::wake)) {
            transcript.runStarted(plan, step -> expected(step, before));
            (before.isPresent() ? before.get().seen() : lookAround()).forEach(looks::saw);
            while (goOn()) {
                awaitNext();
            }
            schedule.open().forEach(this::leftOver);
            RunResult result = results.of(runId, plan, cancellation.isRequested());
            transcript.runFinished(result);
            return result;
        } finally {
            endWhatStillRuns();
        }
    }

    /** Zero for a step that was just seen as done. A step without a probe is behind one that will run. */
    private Duration expected(Step step, Optional<FirstLook> before) {
        boolean runs = Decision.byRecord(step, records).or(() -> before.map(look -> look.seen().get(step.id()))
                .map(Decision::byLook)).map(Decision::runs).orElse(true);
        return runs ? records.usual(step) : Duration.ZERO;
    }

    private Map<String, Probe> lookAround() throws InterruptedException {
        return new ProbeRunner(workers, settings, cancellation, transcript::lookLine)
                .at(ProbeCache.worthALook(plan, records));
    }

    /** Starts all steps that can go now. @return whether there is anything to wait for */
    private boolean goOn() {
        forwardCancellation();
        endPauses();
        while (!isEnding()) {
            Optional<Step> next = schedule.take();
            if (next.isEmpty()) {
                break;
            }
            decide(next.get());
        }
        return !running.isEmpty() || !pausedUntil.isEmpty() && !isEnding();
    }

    /** Nothing starts any more. */
    private boolean isEnding() {
        return cancellation.isRequested() || ending.isPresent();
    }

    private void forwardCancellation() {
        if (isEnding()) {
            running.values().forEach(cancellation.isNow() ? Running::force : Running::ask);
        }
    }

    private void endPauses() {
        List<Step> over = pausedUntil.keySet().stream()
                .filter(step -> pausedUntil.get(step).compareTo(workers.elapsed()) <= 0).toList();
        over.forEach(step -> {
            pausedUntil.remove(step);
            schedule.again(step);
        });
    }

    private void decide(Step step) {
        if (results.attempts(step) > 0) {
            attempt(step, "another attempt");
            return;
        }
        Decision.byRecord(step, records).or(() -> looks.stillTrue(step).map(Decision::byLook))
                .ifPresentOrElse(decision -> act(step, decision), () -> look(step));
    }

    private void act(Step step, Decision decision) {
        if (decision.runs()) {
            attempt(step, decision.text());
        } else {
            schedule.done(step);
            results.skipped(step, decision.text());
        }
    }

    private void look(Step step) {
        start(Task.look(step, line -> transcript.lookLine(step, line)), settings.lookTimeout());
    }

    private void attempt(Step step, String reason) {
        looks.willRun(step);
        results.started(step, reason);
        start(new Task(step, Task.Kind.ATTEMPT, line -> transcript.line(step, line),
                progress -> transcript.progress(step, progress), agreement.covers(step)), step.timeout());
    }

    private void start(Task task, Duration timeout) {
        running.put(task, new Running(task, workers, timeout, settings.grace()));
        workers.start(task);
    }

    private void awaitNext() throws InterruptedException {
        Duration until = Stream.concat(running.values().stream().map(Running::deadline), pausedUntil.values().stream())
                .min(Comparator.naturalOrder()).orElseThrow();
        // A task that was given up may finish late; it is not in the map any more.
        workers.await(until).map(running::remove).ifPresent(this::over);
        for (Running one : new ArrayList<>(running.values())) {
            one.lookAtTime();
            if (one.stage() == Running.Stage.GIVEN_UP) {
                giveUp(one);
            }
        }
    }

    private void over(Running one) {
        if (one.task().kind() == Task.Kind.LOOK) {
            seen(one.task().step(), one.task().probe());
        } else if (one.task().failure().isEmpty()) {
            schedule.done(one.task().step());
            results.done(one.task().step());
        } else {
            failed(one.task().step(), Failures.of(one));
        }
    }

    private void seen(Step step, Probe probe) {
        if (!isEnding()) {
            act(step, Decision.byLook(probe));
        }
    }

    private void failed(Step step, LabException failure) {
        if (!isEnding() && step.retry().worthAnother(results.attempts(step), failure.id())) {
            schedule.pause(step);
            pausedUntil.put(step, workers.elapsed().plus(step.retry().pause(failure.id())));
            transcript.retrying(step, results.attempts(step), failure);
        } else {
            end(step, failure, schedule.failed(step));
        }
    }

    private void giveUp(Running one) {
        Step step = one.task().step();
        running.remove(one.task());
        workers.abandon(one.task());
        if (one.task().kind() == Task.Kind.LOOK) {
            seen(step, Task.unseen(step, "the look at it did not end"));
        } else {
            end(step, Failures.hangs(step), schedule.abandoned(step));
        }
    }

    /** After the user's request, every failure counts as interrupted. */
    private void end(Step step, LabException failure, List<Step> stopped) {
        if (cancellation.isRequested() || ending.isPresent() && failure.isInterruption()) {
            results.interrupted(step);
            stopped.forEach(this::leftOver);
        } else {
            results.failed(step, failure);
            ending = ending.or(() -> Optional.of(step).filter(failed -> failed.action().endsRun(failure)));
            stopped.forEach(dependent -> results.notRun(dependent, "needs " + step.id() + ", which failed"));
        }
    }

    private void leftOver(Step step) {
        if (results.attempts(step) > 0) {
            results.interrupted(step);
        } else {
            results.notRun(step, cancellation.isRequested() ? "interrupted before its turn"
                    : ending.map(failed -> failed.id() + " failed, which ended the run")
                            .orElse("a step that hangs holds a permit that it needs"));
        }
    }

    /** Only after an error of the run itself, such as a journal that cannot be written. */
    private void endWhatStillRuns() throws InterruptedException {
        while (!running.isEmpty()) {
            running.values().forEach(Running::ask);
            workers.await(Running.firstDeadline(running.values())).ifPresent(running::remove);
            running.values().forEach(Running::lookAtTime);
            running.values().removeIf(one -> one.stage() == Running.Stage.GIVEN_UP);
        }
    }

    static final class Failures {
        private static final String LOOK_AT_LOG = "Look at the last lines of its log, then run the same command again.";

        private Failures() {
        }

        static LabException of(Running one) {
            Step step = one.task().step();
            Throwable failure = one.task().failure().orElseThrow();
            if (one.timedOut() && failure.getCause() instanceof LabException waited) {
                String what = "%s did not end within %s. %s"
                        .formatted(step.id(), readable(step.timeout()), waited.what());
                return (waited.exitCode() == ExitCode.HOST_NOT_READY
                        ? LabException.hostNotReady(waited.id(), what, waited.advice())
                        : LabException.labFailed(waited.id(), what, waited.advice())).because(waited.why().orElse(null))
                        .causedBy(failure);
            }
            if (one.timedOut()) {
                return LabException.labFailed("timed-out", "%s did not end within %s.".formatted(step.id(),
                        readable(step.timeout())), LOOK_AT_LOG).because(failure.getMessage()).causedBy(failure);
            }
            return failure instanceof LabException known ? known : LabException.bug(step.id() + " met a bug.", failure);
        }

        static LabException hangs(Step step) {
            return LabException.labFailed("step-hangs", "%s did not end within %s, and could not be made to end."
                    .formatted(step.id(), readable(step.timeout())), LOOK_AT_LOG);
        }

        private static String readable(Duration duration) {
            return duration.toSeconds() >= 120 ? duration.toMinutes() + " min" : duration.toSeconds() + " s";
        }
    }
}
