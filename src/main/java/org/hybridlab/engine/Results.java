package org.hybridlab.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;

/** The state of each step of a run. Reports every change to the transcript. */
final class Results {
    private final Workers workers;
    private final Transcript transcript;
    private final Duration runStart;
    private final Map<String, Begun> begun = new HashMap<>();
    private final Map<String, StepResult> over = new HashMap<>();
    private final List<StepResult> failures = new ArrayList<>();

    Results(Workers workers, Transcript transcript) {
        this.workers = workers;
        this.transcript = transcript;
        runStart = workers.elapsed();
    }

    int attempts(Step step) {
        return begun.containsKey(step.id()) ? begun.get(step.id()).attempts : 0;
    }

    void started(Step step, String reason) {
        Begun now = begun.containsKey(step.id()) ? begun.get(step.id()).again()
                : new Begun(workers.elapsed(), 1, reason);
        begun.put(step.id(), now);
        transcript.started(step, now.attempts, reason);
    }

    void done(Step step) {
        over(step, Outcome.DONE, Optional.empty());
    }

    void interrupted(Step step) {
        over(step, Outcome.INTERRUPTED, Optional.empty());
    }

    void failed(Step step, LabException failure) {
        failures.add(over(step, Outcome.FAILED, Optional.of(failure)));
    }

    void skipped(Step step, String reason) {
        over(step, new StepResult(step.id(), Outcome.SKIPPED, 0, Duration.ZERO, reason, Optional.empty()));
    }

    void notRun(Step step, String reason) {
        over(step, StepResult.notRun(step.id(), reason));
    }

    private StepResult over(Step step, Outcome outcome, Optional<LabException> failure) {
        Begun was = begun.get(step.id());
        return over(step, new StepResult(step.id(), outcome, was.attempts, workers.elapsed().minus(was.start),
                was.reason, failure));
    }

    private StepResult over(Step step, StepResult result) {
        over.put(step.id(), result);
        transcript.finished(step, result);
        return result;
    }

    /** @param cancelled the user asked to end the run; ignored if all steps were done by then */
    RunResult of(String runId, Plan plan, boolean cancelled) {
        List<StepResult> all = plan.steps().stream().map(step -> over.get(step.id())).toList();
        boolean allGood = all.stream().allMatch(step -> step.outcome().good());
        return new RunResult(runId, all, failures, cancelled && !allGood,
                workers.elapsed().minus(runStart));
    }

    /** A step that was started. {@code reason} is why it ran. */
    private record Begun(Duration start, int attempts, String reason) {
        Begun again() {
            return new Begun(start, attempts + 1, reason);
        }
    }
}
