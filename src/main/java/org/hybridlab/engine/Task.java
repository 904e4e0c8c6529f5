package org.hybridlab.engine;

import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.plan.Probe;
import org.hybridlab.plan.Step;
import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Cancellation;

/** One call of a step's action, with a cancellation of its own so that it can be ended without ending the run. */
final class Task {
    /** Which of the two methods of an action. */
    enum Kind { LOOK, ATTEMPT }

    private final Step step;
    private final Kind kind;
    private final Cancellation cancellation = new Cancellation();
    private final Consumer<String> lines;
    private Probe probe;
    private Throwable failure;

    Task(Step step, Kind kind, Consumer<String> lines) {
        this.step = step;
        this.kind = kind;
        this.lines = lines;
    }

    /** Never throws: whatever the action throws is kept. */
    void execute() {
        StepContext context = new TaskContext(cancellation, lines);
        try {
            probe = cancellation.during(() -> act(context));
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private Probe act(StepContext context) {
        if (kind == Kind.LOOK) {
            return step.action().probe(context);
        }
        step.action().run(context);
        return null;
    }

    Step step() {
        return step;
    }

    Kind kind() {
        return kind;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** What a look saw; unknown if it failed. */
    Probe probe() {
        if (probe != null) {
            return probe;
        }
        return Probe.unknown(failure == null ? "the look at it has no answer"
                : "could not look at it: " + failure.getMessage());
    }

    private record TaskContext(Cancellation cancellation, Consumer<String> lines) implements StepContext {
        @Override
        public void line(String line) {
            lines.accept(line);
        }
    }
}
