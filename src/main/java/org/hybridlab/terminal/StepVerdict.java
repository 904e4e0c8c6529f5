package org.hybridlab.terminal;

import java.time.Instant;
import java.util.Optional;

import org.hybridlab.engine.Event.RunFinished;
import org.hybridlab.engine.Event.StepFinished;
import org.hybridlab.engine.Event.StepRetrying;
import org.hybridlab.report.Colors;

final class StepVerdict {
    private final Colors colors;

    StepVerdict(Colors colors) {
        this.colors = colors;
    }

    /** Empty for a step that was there already or never ran. */
    Optional<String> of(StepFinished step, String title) {
        return switch (step.outcome()) {
            case DONE -> Optional.of("%s     %s (%s)".formatted(colors.good("done"), title,
                    Printable.duration(step.took())));
            case FAILED ->
                    Optional.of("%s   %s (%s): %s"
                            .formatted(colors.bad("FAILED"), title, Printable.duration(step.took()),
                    step.failure().map(failure -> Printable.text(failure.what()) + " [" + failure.id() + "]")
                            .orElse(step.reason())));
            case INTERRUPTED -> Optional.of(colors.doubtful("stopped") + "  " + title);
            case SKIPPED, NOT_RUN -> Optional.empty();
        };
    }

    String of(StepRetrying step, String title) {
        return "%s    %s, in %s: %s [%s]".formatted(colors.doubtful("retry"), title, Printable.duration(step.pause()),
                Printable.text(step.failure().what()), step.failure().id());
    }

    String of(RunFinished run, RunPicture picture, Instant now) {
        String how = run.interrupted() ? "Interrupted" : run.green() ? "All steps are done" : "Not all steps are done";
        return how + " (" + Printable.duration(picture.elapsed(now)) + ")."
                + (run.interrupted() ? " Run the same command again, and it goes on." : "");
    }
}
