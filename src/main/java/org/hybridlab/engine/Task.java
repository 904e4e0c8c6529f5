package org.hybridlab.engine;

import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;

/** One call of an action, with its own cancellation, so that it can end without the run. */
final class Task {
    public enum Kind { LOOK, ATTEMPT }

    private final Step step;
    private final Kind kind;
    private final Cancellation cancellation = new Cancellation();
    private final Consumer<String> lines;
    private final Consumer<TaskProgress> progress;
    private final boolean mayDestroy;
    private Probe probe;
    private Throwable failure;

    /** @param mayDestroy whether the user agreed to the step's destruction */
    Task(Step step, Kind kind, Consumer<String> lines, Consumer<TaskProgress> progress, boolean mayDestroy) {
        this.step = step;
        this.kind = kind;
        this.lines = lines;
        this.progress = progress;
        this.mayDestroy = mayDestroy;
    }

    static Task look(Step step, Consumer<String> lines) {
        return new Task(step, Kind.LOOK, lines, progress -> { }, false);
    }

    /** Never throws. Keeps what the action throws. */
    void execute() {
        StepContext context = new TaskContext(cancellation, lines, progress, mayDestroy);
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

    /** Unknown if the probe failed. */
    Probe probe() {
        if (probe != null) {
            return probe;
        }
        return unseen(step, failure == null ? "the look at it has no answer"
                : "could not look at it: " + failure.getMessage());
    }

    static Probe unseen(Step step, String reason) {
        return Probe.unknown(reason).destroying(step.action().destroysUnseen());
    }

    private record TaskContext(Cancellation cancellation, Consumer<String> lines, Consumer<TaskProgress> told,
                               boolean mayDestroy) implements StepContext {
        @Override
        public void destroys(String what) {
            if (!mayDestroy) {
                throw LabException.labFailed("destruction-not-confirmed", "Nobody agreed that `up` would %s."
                        .formatted(what), "Nothing was destroyed. Run `up` again: it asks first. Or add --yes.");
            }
            lines.accept("will " + what);
        }

        @Override
        public void line(String line) {
            lines.accept(line);
        }

        @Override
        public void progress(TaskProgress progress) {
            told.accept(progress);
        }
    }
}
