package org.hybridlab.cli.support;

import java.time.Clock;
import java.util.List;

import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.RunResult;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.terminal.Interrupts;
import org.hybridlab.terminal.Progress;

/**
 * Shows a run in the way that suits the output, and turns Ctrl-C into a request while it goes on. Open it around the
 * run, close it before anything else is printed.
 */
public final class RunDisplay implements RunListener {
    private final Progress progress;
    private final Interrupts interrupts;

    private RunDisplay(Session session, Progress progress) {
        this.progress = progress;
        this.interrupts = Interrupts.listen(session.cancellation(), progress::say);
    }

    /** @param events whether each event goes to standard output as a JSON line ({@code up --events}) */
    public static RunDisplay open(Session session, boolean events) {
        if (events) {
            return new RunDisplay(session, Progress.jsonLines(session.out()));
        }
        return new RunDisplay(session, session.live()
                ? Progress.live(session.err(), session.errScreen(), Clock.systemDefaultZone())
                : Progress.plain(session.err(), Clock.systemDefaultZone(), session.errColors()));
    }

    @Override
    public List<EventListener> listeners() {
        return List.of(progress);
    }

    /** A line of its own among those of the run. */
    void say(String line) {
        progress.say(line);
    }

    @Override
    public void close() {
        interrupts.close();
        progress.close();
    }

    /** The result of a command whose run was not green, once its failures are told. */
    public static CommandResult failed(RunResult result) {
        return CommandResult.failed(result.exitCode(), RunFailures.of(result));
    }
}
