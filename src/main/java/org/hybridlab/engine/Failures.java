package org.hybridlab.engine;

import java.time.Duration;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Step;

/** What the engine makes of a task that did not end well. */
final class Failures {
    private static final String LOOK_AT_LOG = "Look at the last lines of its log, then run the same command again.";

    private Failures() {
    }

    static LabException of(Running one) {
        Step step = one.task().step();
        Throwable failure = one.task().failure().orElseThrow();
        if (one.timedOut() && failure.getCause() instanceof LabException waited) {
            String what = "%s did not end within %s. %s".formatted(step.id(), readable(step.timeout()), waited.what());
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
