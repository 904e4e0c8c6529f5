package org.hybridlab.terminal;

import java.time.Instant;
import java.util.Optional;

import org.hybridlab.engine.Event.RunFinished;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepRetrying;

/** The lines that stay: how steps and runs ended. */
final class Verdict {
    private Verdict() {
    }

    /** Empty for a step whose end says nothing new: one that was there already or never had its turn. */
    static Optional<String> of(StepFinished step, String title) {
        return switch (step.outcome()) {
            case DONE -> Optional.of("done     %s (%s)".formatted(title, Printable.duration(step.took())));
            case FAILED -> Optional.of("FAILED   %s (%s): %s".formatted(title, Printable.duration(step.took()),
                    step.failure().map(failure -> Printable.text(failure.what()) + " [" + failure.id() + "]")
                            .orElse(step.reason())));
            case INTERRUPTED -> Optional.of("stopped  " + title);
            case SKIPPED, NOT_RUN -> Optional.empty();
        };
    }

    static String of(StepRetrying step, String title) {
        return "retry    %s, in %s: %s [%s]".formatted(title, Printable.duration(step.pause()),
                Printable.text(step.failure().what()), step.failure().id());
    }

    static String of(RunFinished run, RunPicture picture, Instant now) {
        String how = run.interrupted() ? "Interrupted" : run.green() ? "All steps are done" : "Not all steps are done";
        return how + " (" + Printable.duration(picture.elapsed(now)) + ").";
    }
}
